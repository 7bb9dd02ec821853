import type { Caller, EffectContext, WriteContext, FileReads, JobContext } from '../../../core/context.ts';
import { FieldKeysNotConfigured, type FieldKeys } from '../../../platform/ports.ts';
import * as z from 'zod';
import {
  exchangeFileName,
  openExchangeFile,
  sealExchange,
  type ExchangeFile,
  exchangeParts,
} from '../../../records/exchange-files.ts';
import type { RawExchange } from '../check/check-with.ts';
import { exchangeKind } from '../../../records/kinds/eligibility-records.ts';

export const owedAnswers =
  "SELECT * FROM c WHERE c.type = 'exchange' AND c.IsOwed = true AND c.DeletedAt = null";

/** `@before`, `@held`: exchanges whose retention has ended, except those of the held checks. */
export const exchangesBefore =
  "SELECT * FROM c WHERE c.type = 'exchange' AND c.KeptAt < @before AND c.DeletedAt = null" +
  ' AND NOT ARRAY_CONTAINS(@held, c.CheckId)';

const TYPE = 'text/plain; charset=utf-8';

/** Written before any text, because the timer uses it to remove old ones. */
export async function noteExchange({ work, now }: WriteContext, checkId: string): Promise<void> {
  const KeptAt = now.toISOString();
  await work.put(exchangeKind, {
    Id: exchangeId(checkId),
    CheckId: checkId,
    KeptAt,
    Sealed: {},
    IsOwed: false,
  });
}

/** Stores the inquiry before it is sent: one that cannot be stored is not sent. Without keys none is stored. */
export async function keepQuestion(
  { caller, exchanges, fieldKeys }: EffectContext,
  { checkId, raw270 }: { checkId: string; raw270: string },
): Promise<void> {
  const of: ExchangeFile = { domainId: caller.businessDomainId, checkId, part: '270' };
  const content = await unlessKeyless(sealExchange(fieldKeys, of, raw270));
  if (content) await exchanges.putIfAbsent(exchangeFileName(of), content);
}

/**
 * Returns whether the exchange can be viewed. A charged answer counts even if its text cannot be stored now: then its
 * text is returned, to be saved with the check.
 */
export async function keepAnswer(
  context: EffectContext,
  { checkId, raw }: { checkId: string; raw: RawExchange | undefined },
): Promise<{ HasExchange: boolean; owed: string | undefined }> {
  if (!raw?.raw271) return { HasExchange: raw !== undefined, owed: undefined };
  try {
    const { caller, exchanges, fieldKeys } = context;
    const of: ExchangeFile = { domainId: caller.businessDomainId, checkId, part: '271' };
    const content = await unlessKeyless(sealExchange(fieldKeys, of, raw.raw271));
    if (!content) return { HasExchange: false, owed: undefined };
    await exchanges.putIfAbsent(exchangeFileName(of), content);
    return { HasExchange: true, owed: undefined };
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    context.log({ level: 'warn', event: 'payer-answer-owed', error: name });
    return { HasExchange: true, owed: raw.raw271 };
  }
}

/** Saves the text in one batch with the check, and the timer stores it later. Without keys it is dropped. */
export async function oweAnswer(
  { work, caller, fieldKeys }: WriteContext,
  { checkId, text }: { checkId: string; text: string },
): Promise<void> {
  const note = await work.get(exchangeKind, exchangeId(checkId));
  if (!note) return;
  const Answer = await unlessKeyless(fieldKeys.encrypt(text, placeOf(caller.businessDomainId, note.Id)));
  if (Answer !== undefined) work.replace(exchangeKind, note, { ...note, Sealed: { Answer }, IsOwed: true });
}

async function unlessKeyless<T>(sealing: Promise<T>): Promise<T | undefined> {
  try {
    return await sealing;
  } catch (error) {
    if (error instanceof FieldKeysNotConfigured) return undefined;
    throw error;
  }
}

export async function storeOwed(
  { exchanges, fieldKeys }: JobContext,
  { domainId, note }: { domainId: string; note: Exchange },
): Promise<void> {
  const text = await fieldKeys.decrypt(note.Sealed['Answer'] ?? '', placeOf(domainId, note.Id));
  const of: ExchangeFile = { domainId, checkId: note.CheckId, part: '271' };
  const content = await sealExchange(fieldKeys, of, text);
  await exchanges.putIfAbsent(exchangeFileName(of), content);
}

export async function readExchange(
  { exchanges, fieldKeys }: { exchanges: FileReads; fieldKeys: FieldKeys },
  { caller, checkId, part }: { caller: Caller; checkId: string; part: ExchangeFile['part'] },
): Promise<{ name: string; type: string; bytes: Uint8Array } | undefined> {
  const of: ExchangeFile = { domainId: caller.businessDomainId, checkId, part };
  const blob = await exchanges.read(exchangeFileName(of));
  if (!blob) return undefined;
  const text = await openExchangeFile(fieldKeys, of, blob.bytes);
  return { name: `${checkId}.${part}.txt`, type: TYPE, bytes: new TextEncoder().encode(text) };
}

export async function removeExchange(
  { exchanges }: JobContext,
  { domainId, checkId }: { domainId: string; checkId: string },
): Promise<void> {
  for (const part of exchangeParts) await exchanges.remove(exchangeFileName({ domainId, checkId, part }));
}

type Exchange = z.infer<typeof exchangeKind.schema>;

const exchangeId = (checkId: string) => `exchange-${checkId}`;
const placeOf = (domainId: string, id: string) => ({
  partition: `d:${domainId}`,
  type: exchangeKind.type,
  id,
  field: 'Answer',
});
