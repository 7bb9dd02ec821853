import type { AuditAction } from '../domain/records/audit-actions.ts';
import type * as z from 'zod';
import type { Permission } from '../domain/access/role.ts';
import type { ErrorCode } from './errors.ts';

/**
 * `signed-in`: any valid token. `member`: a person with a user record. `sender`: the secret of a link to one referral.
 * Any other value is the permission required.
 */
export type Access = 'public' | 'signed-in' | 'member' | 'sender' | Permission;

/** The single partition for the idempotency record and the documents of a write. */
export type Scope = 'domain' | 'user' | 'system';

/** What screens show and writes change: a read and a live message name one, and equal means "read again". */
export const topics = [
  'referral',
  'draft',
  'eligibilityCheck',
  'settings',
  'partner',
  'contractedPayer',
  'advantagePlan',
  'serviceArea',
  'insurance',
  'capacity',
  'user',
  'businessDomain',
  'import',
  'notification',
] as const;
export type Topic = (typeof topics)[number];

/** Limits per person, in addition to the limit on calls. */
export type Limited = 'reveals' | 'exports' | 'emergencySearches' | 'numbers';

/** Maps every kind of record in answers to the topic of its changes. */
export const recordTopics = {
  referral: 'referral',
  referralRow: 'referral',
  referralFit: 'referral',
  referralDocument: 'referral',
  referralNote: 'referral',
  senderLink: 'referral',
  partner: 'partner',
  contractedPayer: 'contractedPayer',
  advantagePlan: 'advantagePlan',
  serviceArea: 'serviceArea',
  insurance: 'insurance',
  capacity: 'capacity',
  user: 'user',
  person: 'user',
  reviewedAccess: 'user',
  businessDomain: 'businessDomain',
  notification: 'notification',
  eligibilitySettings: 'settings',
  readmissionStop: 'settings',
  savedView: 'settings',
  webhook: 'settings',
} as const satisfies Record<string, Topic>;
export type RecordKind = keyof typeof recordTopics;

interface Declaration {
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly scope: Scope;
  /** Administrators may name another business domain than their current one, as `BusinessDomainId`. */
  readonly mayNameDomain?: true;
  /** Includes restricted referrals for people who are not named on them: the answer has none of their contents. */
  readonly seesRestricted?: true;
  /** Counted per caller; `numbers` counts each number of the body's `Patient` once, for it is compared with others. */
  readonly limits?: readonly Limited[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** The field for a list or a text that is sent in place of the body's object. */
  readonly bareAs?: string;
  /** Other accepted names for fields of the body. All names match in any case. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Fields of an object, or of the one entry of a list, that may also be sent beside the others without it. */
  readonly flat?: Readonly<Record<string, readonly string[]>>;
  /** An alternative, added to the refusal of a caller without the right, and of a body that is not an object. */
  readonly hint?: string;
  /**
   * The records in an answer: maps each kind to the field that lists them. Each has an `Id`, or the `ReferralId` it is
   * about; for a kind with one record per agency, the field is the record, with its `Etag` beside it.
   */
  readonly answers?: Readonly<Partial<Record<RecordKind, string>>>;
  /** The write changes more than the records in its answer: whatever shows one of them is read again. */
  readonly changesMore?: true;
  /** The write deletes the record that its body names by `Id`, or will once its answer has no `Remaining`. */
  readonly deletes?: true;
  /** Errors that it may answer in addition to those of every call of its kind. */
  readonly errors?: readonly ErrorCode[];
  /** The toast after a success, word for word from the specification. */
  readonly success?: string;
}

type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ReadEndpoint extends Declaration {
  /** `exempt` opens a connection, reports presence, or reports the health of the API. */
  readonly mode: 'read' | 'exempt';
  /** Someone without a business domain reads the system's data, which is for administrators, or their own. */
  readonly withoutDomain?: 'system' | 'user';
  readonly method: 'GET' | 'POST';
  /** Shows patients' records: before answering, the pipeline logs under this name who saw which. */
  readonly audit?: AuditAction;
  /** Exports data, so every call is logged. By default a repeated read within ten minutes is logged once. */
  readonly auditedEachTime?: true;
  /** The answer is the same for everyone until the next start, so it is computed once. */
  readonly isConstant?: true;
  /** Any change to this topic makes the answer stale. */
  readonly topic?: Topic;
  /** The query parameter that names the only record shown: only changes to that record make the answer stale. */
  readonly record?: string;
  /** The answer is computed with these, too: a change to any of them makes it stale. */
  readonly computedFrom?: readonly Topic[];
  readonly body?: z.core.$ZodType;
  readonly output: z.core.$ZodType | 'file';
  /** The media types of a file. */
  readonly files?: readonly string[];
}

export interface AtomicEndpoint extends Declaration {
  readonly mode: 'atomic';
  readonly method: WriteMethod;
  readonly body?: z.core.$ZodType;
  readonly output: z.core.$ZodType;
}

export interface LeaseEndpoint extends Declaration {
  readonly mode: 'lease';
  readonly method: WriteMethod;
  readonly body?: z.core.$ZodType;
  /** A multipart call: the text parts beside its one part named `file`. */
  readonly upload?: { readonly fields: z.ZodObject; readonly maxBytes: number };
  /** The longest time that one try may hold the key; 60 by default. */
  readonly leaseSeconds?: number;
  /** A repeat may be charged again: only a person may start one, and no client repeats it by itself after a 503. */
  readonly repeat?: 'by-person';
  readonly output: z.core.$ZodType;
}

export type Endpoint = ReadEndpoint | AtomicEndpoint | LeaseEndpoint;

/** Every call by a person has a key, including those that store nothing under it. */
export const hasKey = ({ access }: Endpoint) => access !== 'public';

/** Writes run once per key. */
export const isWrite = ({ mode }: Endpoint) => mode === 'atomic' || mode === 'lease';

/** Every call by area and name, as `api.ts` declares them. */
export type Contract = Record<string, Record<string, Endpoint>>;

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Path = Endpoint['path'];
type Rest<E extends Endpoint> = E extends Endpoint ? Omit<E, 'method' | 'path'> : never;

/** A read; one that opens a connection or reports on the API is declared with its mode. */
export const get = <const P extends Path, const E extends Omit<Rest<ReadEndpoint>, 'mode'>>(
  path: P,
  rest: E,
) => ({ method: 'GET' as const, path, mode: 'read' as const, ...rest });

export const post = <const P extends Path, const E extends Rest<Endpoint>>(path: P, rest: E) => ({
  method: 'POST' as const,
  path,
  ...rest,
});

const writes =
  <const M extends WriteMethod>(method: M) =>
  <const P extends Path, const E extends Rest<AtomicEndpoint | LeaseEndpoint>>(path: P, rest: E) => ({
    method,
    path,
    ...rest,
  });
export const put = writes('PUT');
export const patch = writes('PATCH');
export const del = writes('DELETE');

export interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

export interface FileDownload {
  name: string;
  type: string;
  bytes: Uint8Array;
}

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  E extends Record<K, infer S extends z.core.$ZodType>
    ? Record<K, Side extends 'input' ? z.input<S> : z.output<S>>
    : unknown;

type Upload<E, Side extends 'input' | 'output', F> = E extends {
  upload: { fields: infer S extends z.core.$ZodType };
}
  ? { fields: Side extends 'input' ? z.input<S> : z.output<S>; file: F }
  : unknown;

/** A handler receives every part parsed by its schema. */
export type Input<E> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'> &
  Upload<E, 'output', UploadedFile>;

/** A caller sends every part before parsing. */
export type CallInput<E, F> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'> &
  Upload<E, 'input', F>;

export type Output<E> = E extends { output: infer S }
  ? S extends z.core.$ZodType
    ? z.output<S>
    : FileDownload
  : never;
