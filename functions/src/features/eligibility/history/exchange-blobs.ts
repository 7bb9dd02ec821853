import type { Caller, WriteContext } from '../../../pipeline/request/handlers.ts';
import { StoreUnavailable, type BlobStore, type Platform } from '../../../platform/ports.ts';
import * as z from 'zod';
import { recordKind } from '../../../platform/record-kind.ts';
import type { RawExchange } from '../check/check-with.ts';

/** That texts of an exchange with a payer are kept; written before they are, so that none outlives its time. */
export const exchangeKind = recordKind(
  'exchange',
  z.object({ Id: z.string(), CheckId: z.string(), KeptAt: z.string() }),
);

/** `@before`: exchanges with a payer whose texts have been kept long enough. */
export const exchangesBefore =
  "SELECT * FROM c WHERE c.type = 'exchange' AND c.KeptAt < @before AND c.DeletedAt = null";

type Part = '270' | '271';

const TYPE = 'text/plain; charset=utf-8';

/** Before anything is kept: what the timer goes by when it removes what is too old. */
export async function noteExchange({ work, now }: WriteContext, checkId: string): Promise<void> {
  const note = { Id: `exchange-${checkId}`, CheckId: checkId, KeptAt: now.toISOString() };
  await work.put(exchangeKind, note);
}

/** Before it is sent: a question that cannot be kept is not asked. */
export async function keepQuestion(
  { blobs }: Platform,
  { caller, checkId, raw270 }: { caller: Caller; checkId: string; raw270: string },
): Promise<void> {
  await blobs.putIfAbsent('payer-exchanges', nameOf(caller, checkId, '270'), contentOf(raw270));
}

/** Whether there is an exchange to look at. What was answered counts, also when its text cannot be kept. */
export async function keepAnswer(
  platform: Platform,
  { caller, checkId, raw }: { caller: Caller; checkId: string; raw: RawExchange | undefined },
): Promise<boolean> {
  if (!raw?.raw271) return raw !== undefined;
  try {
    await platform.blobs.putIfAbsent(
      'payer-exchanges',
      nameOf(caller, checkId, '271'),
      contentOf(raw.raw271),
    );
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    platform.log({ level: 'warn', event: 'payer-answer-not-kept' });
  }
  return true;
}

export async function readExchange(
  blobs: BlobStore,
  { caller, checkId, part }: { caller: Caller; checkId: string; part: Part },
): Promise<{ name: string; type: string; bytes: Uint8Array } | undefined> {
  const blob = await blobs.read('payer-exchanges', nameOf(caller, checkId, part));
  return blob && { name: `${checkId}.${part}.txt`, type: TYPE, bytes: blob.bytes };
}

export async function removeExchange(
  blobs: BlobStore,
  { domainId, checkId }: { domainId: string; checkId: string },
): Promise<void> {
  for (const part of ['270', '271'] as const)
    await blobs.remove('payer-exchanges', nameOf({ businessDomainId: domainId }, checkId, part));
}

const nameOf = ({ businessDomainId }: Pick<Caller, 'businessDomainId'>, checkId: string, part: Part) =>
  `${businessDomainId}/${checkId}.${part}`;

const contentOf = (text: string) => ({ bytes: new TextEncoder().encode(text), type: TYPE });
