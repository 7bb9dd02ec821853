import type { ErrorCode } from '@handoff/shared/contract/errors';
import type { SENDER_SCHEME, IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import type { senderLinksApi } from '@handoff/shared/contract/referrals/sender-links';
import type { SenderView } from '@handoff/shared/domain/referral/sender-link';

// Only types are imported: the page shares no code with the application, so that it stays small and apart.

type Calls = typeof senderLinksApi;
const view: Calls['view']['path'] = '/senderlinks/view';
const upload: Calls['upload']['path'] = '/senderlinks/upload';
const write: Calls['write']['path'] = '/senderlinks/write';
const scheme: typeof SENDER_SCHEME = 'SenderLink';
const inProgress: ErrorCode = 'request_in_progress';
const keyHeader: typeof IDEMPOTENCY_KEY = 'Idempotency-Key';

/** A failed call, with a text for the person. */
export class SenderError extends Error {
  /** The link does not work, so the page has nothing more to show. */
  readonly isRefused: boolean;
  /** The same call may have another answer later. */
  readonly mayRepeat: boolean;

  constructor(message: string, { isRefused, mayRepeat }: Pick<SenderError, 'isRefused' | 'mayRepeat'>) {
    super(message);
    this.name = 'SenderError';
    this.isRefused = isRefused;
    this.mayRepeat = mayRepeat;
  }
}

export interface SenderCalls {
  view(): Promise<SenderView>;
  /** Has one key for one file: a repeat after a lost answer uploads nothing twice. */
  upload(file: File, to: { DocumentTypeId: string; key: string }): Promise<void>;
  /** Has one key for one text, for the same reason. */
  write(text: string, key: string): Promise<void>;
}

/** The calls with the secret that the address of the page has in its fragment. */
export async function senderCalls(fragment: string): Promise<SenderCalls> {
  const config = await answerOf(fetch('/config.json', { cache: 'no-store' }));
  const base = textAt(config, 'apiBase');
  const send = (path: string, key: string, body?: FormData | string) =>
    answerOf(
      fetch(base + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          Authorization: `${scheme} ${fragment}`,
          [keyHeader]: key,
          ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        },
        body: body ?? null,
        cache: 'no-store',
      }),
    );
  return {
    view: async () => viewOf(await send(view, crypto.randomUUID())),
    async upload(file, { DocumentTypeId, key }) {
      const form = new FormData();
      form.set('DocumentTypeId', DocumentTypeId);
      form.set('file', file, file.name);
      await send(upload, key, form);
    },
    async write(Text, key) {
      await send(write, key, JSON.stringify({ Text }));
    },
  };
}

async function answerOf(sending: Promise<Response>): Promise<unknown> {
  const response = await sending.catch(() => undefined);
  const json: unknown = await response?.json().catch(() => undefined);
  if (response?.ok && json !== undefined) return json;
  const message = textAt(json, 'ErrorMessage');
  // An answer that cannot be read is none.
  const status = response && !response.ok ? response.status : 503;
  const isInProgress = textAt(json, 'code') === inProgress;
  throw new SenderError(message || 'The connection was lost. Please try again.', {
    isRefused: status === 401,
    mayRepeat: status >= 500 || status === 429 || isInProgress,
  });
}

const progresses = ['Received', 'In review', 'Accepted', 'Declined'] as const;

function viewOf(json: unknown): SenderView {
  const documents = fieldOf(json, 'Documents');
  return {
    Agency: textAt(json, 'Agency'),
    Phone: textAt(json, 'Phone'),
    CareFrom: textAt(json, 'CareFrom'),
    PassedTo: textAt(json, 'PassedTo'),
    Initials: textAt(json, 'Initials'),
    Progress: progresses.find((each) => each === fieldOf(json, 'Progress')) ?? 'Received',
    Message: textAt(json, 'Message'),
    ExpiresAt: textAt(json, 'ExpiresAt'),
    Documents: (Array.isArray(documents) ? documents : []).map((document: unknown) => ({
      Id: textAt(document, 'Id'),
      Name: textAt(document, 'Name'),
      IsReceived: fieldOf(document, 'IsReceived') === true,
    })),
    FilesLeft: Number(fieldOf(json, 'FilesLeft')),
    LinesLeft: Number(fieldOf(json, 'LinesLeft')),
  };
}

function textAt(json: unknown, name: string): string {
  const value = fieldOf(json, name);
  return typeof value === 'string' ? value : '';
}

const fieldOf = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null
    ? Object.entries(json).find(([key]) => key === name)?.[1]
    : undefined;
