import { createContext, use } from 'react';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { usersApi } from '@handoff/shared/contract/people/users';
import {
  dayIn,
  STANDARD_IDLE_MINUTES,
  STANDARD_RESPONSE_HOURS,
} from '@handoff/shared/domain/agency/business-domain';
import { ClinicalField } from '@handoff/shared/domain/person/clinical-block';
import type { Permission } from '@handoff/shared/domain/access/role';
import { useNow } from './use-now.ts';

type SecurityInfo = Output<typeof usersApi.securityInfo>;
export type MyBusinessDomain = Output<typeof usersApi.businessDomains>['BusinessDomainInfo'][number];

/** The signed-in person, with their permissions and business domain. */
export interface CurrentPerson {
  id: string;
  name: string;
  email: string;
  security: SecurityInfo;
  domains: readonly MyBusinessDomain[];
  /** Undefined for a person without an agency, such as an administrator. */
  domain: MyBusinessDomain | undefined;
  /** Call after the server has switched: it drops what was read and notifies the other tabs. */
  domainSwitched: () => void;
  signOut: () => void;
}

export const CurrentPersonContext = createContext<CurrentPerson | undefined>(undefined);

export function useCurrentPerson(): CurrentPerson {
  const person = use(CurrentPersonContext);
  if (!person) throw new Error('useCurrentPerson outside of the signed-in application');
  return person;
}

/** Answers for any permission; `useMay` answers for one. */
export function useRights(): (permission: Permission) => boolean {
  const { Rights } = useCurrentPerson().security;
  return (permission) => Rights.some((right) => right.Permission === permission);
}

export const useMay = (permission: Permission): boolean => useRights()(permission);

/** The agency's days begin and end by it, wherever this browser is. */
export const useTimeZone = (): string => useCurrentPerson().domain?.TimeZone ?? 'America/New_York';

/** The agency's current day: its contracts begin and end by it. */
export const useToday = (): string => dayIn(useTimeZone(), new Date(useNow()));

/** The agency's target, in hours, for answering a referral. */
export const useResponseHours = (): number =>
  useCurrentPerson().domain?.ResponseHours ?? STANDARD_RESPONSE_HOURS;

/** The clinical facts that the agency's intake asks for. */
export function useAskedClinical(): ClinicalField[] {
  const { domain } = useCurrentPerson();
  return ClinicalField.options.filter((field) => !domain?.ClinicalFieldsNotAsked.includes(field));
}

/** Minutes without use after which the screen locks. */
export const useIdleMinutes = (): number => useCurrentPerson().domain?.IdleMinutes ?? STANDARD_IDLE_MINUTES;
