import { api } from '@handoff/shared/contract/api';
import type { CallInput, Endpoint, Output } from '@handoff/shared/contract/endpoint';
import type { Platform } from '../../platform/ports.ts';
import type { TestApi, TestSettings } from '../api.ts';
import { referralDraft } from '../examples/drafts.ts';
import { people, type PersonName } from '../people.ts';
import type { Finding } from './findings.ts';

export interface Calls {
  call: <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E, File>,
    how: How,
  ) => Promise<{ status: number; headers: Record<string, string>; text: string; ok: () => Output<E> }>;
}

interface How {
  as?: PersonName;
  authorization?: string;
  key?: string;
  headers?: Record<string, string>;
  /** Replaces the body of the input, unchanged. */
  rawBody?: string;
}

/** The product from an attacker's view: in this process, or in separate processes. */
export interface Target extends Calls {
  another: () => Promise<Calls>;
  settings: Record<string, string>;
  /** Access to both for someone who can read and write them, and has no key. */
  stolen: Pick<Platform, 'store' | 'blobs'>;
  /** Lets this many days pass, and runs the timers that check the audit trail, heavy readers and deleted records. */
  pass: (days: number) => Promise<void>;
  /** Makes new keys, and runs the timer that seals everything again. */
  renewKeys: () => Promise<void>;
  /** Reports this result of the malware scan of an uploaded file. */
  scan: (blobName: string, result: 'No threats found' | 'Malicious') => Promise<void>;
  /** Returns all that the product has logged. */
  logged: () => string[];
  token: TestApi['token'];
}

export interface Attack {
  finding: Finding;
  name: string;
  /** Resolves to true when the attack got what it wanted. */
  succeeds: (target: Target) => Promise<boolean>;
  /** Removes the defense from the product: the attack must then succeed. */
  withoutDefense: (handoff: TestApi) => {
    platform?: Partial<Platform>;
    app?: TestSettings;
    settings?: Record<string, string>;
    /** Timers that are switched off. */
    timers?: false;
  };
}

export const LAST_NAME = 'Quimbleton';

export async function recordPatients({ call }: Calls, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { Patient, ...draft } = referralDraft();
    const body = { ...draft, Patient: { ...Patient, LastName: LAST_NAME, FirstName: `Pat${n}` } };
    const made = await call(api.referrals.create, { body }, { as: 'ana' });
    ids.push(...made.ok().ReferralInfo.map(({ Id }) => Id));
  }
  return ids;
}

interface Expected {
  by: PersonName;
  action: string;
}

export async function isEachNoted(calls: Calls, ids: string[], { by, action }: Expected): Promise<boolean> {
  if (ids.length === 0) throw new Error('Nothing was seen');
  const noted = await Promise.all(ids.map((id) => entriesAbout(calls, id)));
  return noted.every((entries) =>
    entries.some((entry) => entry.oid === people[by].oid && entry.action === action),
  );
}

export async function entriesAbout({ call }: Calls, Subject: string) {
  return (await call(api.audit.list, { query: { Subject, PageSize: 100 } }, { as: 'mia' })).ok().AuditInfo;
}
