import { createContext, use } from 'react';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { api } from '@handoff/shared/contract/api';
import {
  dayIn,
  STANDARD_IDLE_MINUTES,
  STANDARD_RESPONSE_HOURS,
} from '@handoff/shared/domain/agency/business-domain';
import type { Permission } from '@handoff/shared/domain/access/role';
import { useNow } from './use-now.ts';

type SecurityInfo = Output<typeof api.users.securityInfo>;
export type MyBusinessDomain = Output<typeof api.users.businessDomains>['BusinessDomainInfo'][number];

/** Who works here, what they may do, and in which business domain. */
export interface CurrentPerson {
  id: string;
  name: string;
  email: string;
  security: SecurityInfo;
  domains: readonly MyBusinessDomain[];
  /** Undefined for someone without an agency, as an administrator may be. */
  domain: MyBusinessDomain | undefined;
  /** After the server has switched: forgets what was read and tells the other tabs. */
  domainSwitched: () => void;
  signOut: () => void;
}

export const CurrentPersonContext = createContext<CurrentPerson | undefined>(undefined);

export function useCurrentPerson(): CurrentPerson {
  const person = use(CurrentPersonContext);
  if (!person) throw new Error('useCurrentPerson outside of the signed-in application');
  return person;
}

export function useMay(permission: Permission): boolean {
  return may(useCurrentPerson(), permission);
}

function may({ security }: CurrentPerson, permission: Permission): boolean {
  return security.Rights.some((right) => right.Permission === permission);
}

/** The day it is for the agency: its contracts begin and end by it, wherever this browser is. */
export const useToday = (): string =>
  dayIn(useCurrentPerson().domain?.TimeZone ?? 'America/New_York', new Date(useNow()));

/** Within so many hours the agency wants to answer a referral. */
export const useResponseHours = (): number =>
  useCurrentPerson().domain?.ResponseHours ?? STANDARD_RESPONSE_HOURS;

/** A screen that no one uses for so long locks. */
export const useIdleMinutes = (): number => useCurrentPerson().domain?.IdleMinutes ?? STANDARD_IDLE_MINUTES;
