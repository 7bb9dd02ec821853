import type * as z from 'zod';
import type { Permission } from '../domain/access/role.ts';
import type { ErrorCode } from './errors.ts';

/** `signed-in`: any valid token. `member`: a person with a user record. Else the permission it takes. */
export type Access = 'public' | 'signed-in' | 'member' | Permission;

/** The one partition a write's idempotency record and documents live in. */
export type Scope = 'domain' | 'user' | 'system';

/** What a screen shows and a change concerns: a read says it, a hint names it, and equal means "look again". */
export const topics = [
  'referral',
  'eligibilityCheck',
  'settings',
  'partner',
  'contractedPayer',
  'serviceArea',
  'insurance',
  'user',
  'businessDomain',
  'import',
  'notification',
] as const;
export type Topic = (typeof topics)[number];

/** Limits for one person beside the limit on calls. */
export type Limited = 'reveals' | 'exports' | 'emergencySearches' | 'numbers';

/** Every kind of record that answers hold, and the topic of its changes. */
export const recordTopics = {
  referral: 'referral',
  referralRow: 'referral',
  referralChecks: 'referral',
  referralDocument: 'referral',
  referralNote: 'referral',
  partner: 'partner',
  contractedPayer: 'contractedPayer',
  serviceArea: 'serviceArea',
  insurance: 'insurance',
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
  /** Reaches restricted referrals for people who are not named for them: it answers nothing of their contents. */
  readonly seesRestricted?: true;
  /** Counted for who asks; `numbers` are those of the body's `Patient`, each once: they are compared with others. */
  readonly limits?: readonly Limited[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** A list, or a text, sent in place of the body's object is the field of this name. */
  readonly bareAs?: string;
  /** Other names of fields of the body. Every name, and each of these, is taken in any case. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Fields of an object, or of the one entry of a list, that may also be sent beside the others without it. */
  readonly flat?: Readonly<Record<string, readonly string[]>>;
  /** The way to go instead; it ends the refusal of a caller without the right, and of a body that is no object. */
  readonly hint?: string;
  /**
   * The records in an answer: by kind, the field that lists them. Each has an `Id`, or the `ReferralId` it is about; of
   * what an agency has one of, the field is the record, and its `Etag` is beside it.
   */
  readonly answers?: Readonly<Partial<Record<RecordKind, string>>>;
  /** It changes more than the records in its answer: whatever shows one of them is read again. */
  readonly changesMore?: true;
  /** What it may answer beside what every call of its kind may. */
  readonly errors?: readonly ErrorCode[];
  /** The toast after a success, to the letter of the specification. */
  readonly success?: string;
}

type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ReadEndpoint extends Declaration {
  /** `exempt`: opens a connection, says who is there, or how the API is. */
  readonly mode: 'read' | 'exempt';
  /** What someone without a business domain reads: of the system, which is for administrators, or their own. */
  readonly withoutDomain?: 'system' | 'user';
  readonly method: 'GET' | 'POST';
  /** Shows records of patients: the pipeline notes under this name who saw which, before it answers. */
  readonly audit?: string;
  /** Gives something out: each time is noted. What is looked at again within ten minutes is noted once. */
  readonly auditedEachTime?: true;
  /** The same for everyone until the next start: worked out once. */
  readonly isConstant?: true;
  /** Any change to this makes the answer stale. */
  readonly topic?: Topic;
  /** The part of the query that names the one record shown: only its changes do. */
  readonly record?: string;
  readonly body?: z.ZodType;
  readonly output: z.ZodType | 'file';
  /** The media types of a file. */
  readonly files?: readonly string[];
}

export interface AtomicEndpoint extends Declaration {
  readonly mode: 'atomic';
  readonly method: WriteMethod;
  readonly body?: z.ZodType;
  readonly output: z.ZodType;
}

export interface LeaseEndpoint extends Declaration {
  readonly mode: 'lease';
  readonly method: WriteMethod;
  readonly body?: z.ZodType;
  /** A multipart call: the text parts beside its one part named `file`. */
  readonly upload?: { readonly fields: z.ZodObject; readonly maxBytes: number };
  /** How long one try may hold the key; 60 when left out. */
  readonly leaseSeconds?: number;
  /** Another try may be paid for again: a person decides it, no client repeats it by itself after a 503. */
  readonly repeat?: 'by-person';
  readonly output: z.ZodType;
}

export type Endpoint = ReadEndpoint | AtomicEndpoint | LeaseEndpoint;

/** Every call of a person has one, also those that store nothing under it. */
export const hasKey = ({ access }: Endpoint) => access !== 'public';

/** Each is done once for its key. */
export const isWrite = ({ mode }: Endpoint) => mode === 'atomic' || mode === 'lease';

/** Every call by area and name; what `api.ts` declares. */
export type Contract = Record<string, Record<string, Endpoint>>;

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

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
  E extends Record<K, infer S extends z.ZodType>
    ? Record<K, Side extends 'input' ? z.input<S> : z.output<S>>
    : unknown;

type Upload<E, Side extends 'input' | 'output', F> = E extends {
  upload: { fields: infer S extends z.ZodType };
}
  ? { fields: Side extends 'input' ? z.input<S> : z.output<S>; file: F }
  : unknown;

/** What a handler receives: every part parsed by its schema. */
export type Input<E> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'> &
  Upload<E, 'output', UploadedFile>;

/** What a caller sends. */
export type CallInput<E, F> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'> &
  Upload<E, 'input', F>;

export type Output<E> = E extends { output: infer S }
  ? S extends z.ZodType
    ? z.output<S>
    : FileDownload
  : never;
