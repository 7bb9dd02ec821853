import type { Caller, WriteContext, FileReads } from '../../../core/context.ts';
import { errorName, FieldKeysNotConfigured, type FieldKeys } from '../../../platform/ports.ts';
import * as z from 'zod';
import {
  exchangeFileName,
  openExchangeFile,
  sealExchange,
  type ExchangeFile,
  exchangeParts,
} from '../../../records/exchange-files.ts';
import type { ProviderReply } from '../../../platform/eligibility-provider.ts';
import { exchangeKind } from '../../../records/kinds/eligibility-records.ts';
import { below, noneOf, select } from '../../../records/select.ts';
import type { MedicareEffect, MedicareJob } from '../medicare-ports.ts';

/** Exchanges whose retention has ended, except those of the held checks. */
export const exchangesBefore = (before: string, held: readonly string[]) =>
  select(exchangeKind, { where: { KeptAt: below(before), CheckId: noneOf(held) } });

const TYPE = 'text/plain; charset=utf-8';

/** Written before any text, because the timer uses it to remove old ones. */
export async function noteExchange({ work, now }: WriteContext, checkId: string): Promise<void> {
  const KeptAt = now.toISOString();
  await work.put(exchangeKind, {
    Id: exchangeId(checkId),
    CheckId: checkId,
    KeptAt,
    Sealed: {},
    IsUploadPending: false,
  });
}

/** Before it is sent: a question that cannot be kept is not asked. Without keys there is no way to keep it. */
export async function storeQuestion(
  { caller, exchanges, fieldKeys }: MedicareEffect,
  { checkId, raw270 }: { checkId: string; raw270: string },
): Promise<void> {
  const of: ExchangeFile = { domainId: caller.businessDomainId, checkId, part: '270' };
  const content = await unlessKeyless(sealExchange(fieldKeys, of, raw270));
  if (content) await exchanges.putIfAbsent(exchangeFileName(of), content);
}

export interface StoredAnswer {
  HasExchange: boolean;
  /** The text of an answer that the store did not take. */
  pending: string | undefined;
}

export const nothingToStore: StoredAnswer = { HasExchange: false, pending: undefined };

/** An answer was paid for and counts even when its text cannot be stored: then the text waits in the record. */
export async function storeAnswer(
  { caller, exchanges, fieldKeys, log }: MedicareEffect,
  { checkId, reply }: { checkId: string; reply: ProviderReply | undefined },
): Promise<StoredAnswer> {
  const stored = { HasExchange: true, pending: undefined };
  if (reply?.outcome !== 'answered' || reply.raw271 === '') return stored;
  try {
    const of: ExchangeFile = { domainId: caller.businessDomainId, checkId, part: '271' };
    const content = await unlessKeyless(sealExchange(fieldKeys, of, reply.raw271));
    if (!content) return nothingToStore;
    await exchanges.putIfAbsent(exchangeFileName(of), content);
    return stored;
  } catch (error) {
    log({ level: 'warn', event: 'payer-answer-pending', error: errorName(error) });
    return { ...stored, pending: reply.raw271 };
  }
}

/** In one batch with the check: the timer stores the text later. Without keys it cannot wait, and is given up. */
export async function deferUpload(
  { work, caller, fieldKeys }: WriteContext,
  { checkId, text }: { checkId: string; text: string },
): Promise<void> {
  const note = await work.get(exchangeKind, exchangeId(checkId));
  if (!note) return;
  const Answer = await unlessKeyless(fieldKeys.encrypt(text, answerPlace(caller.businessDomainId, note.Id)));
  if (Answer !== undefined)
    work.replace(exchangeKind, note, { ...note, Sealed: { Answer }, IsUploadPending: true });
}

async function unlessKeyless<T>(sealing: Promise<T>): Promise<T | undefined> {
  try {
    return await sealing;
  } catch (error) {
    if (error instanceof FieldKeysNotConfigured) return undefined;
    throw error;
  }
}

export async function uploadPending(
  { exchanges, fieldKeys }: MedicareJob,
  { domainId, note }: { domainId: string; note: Exchange },
): Promise<void> {
  const text = await fieldKeys.decrypt(note.Sealed['Answer'] ?? '', answerPlace(domainId, note.Id));
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
  { exchanges }: MedicareJob,
  { domainId, checkId }: { domainId: string; checkId: string },
): Promise<void> {
  for (const part of exchangeParts) await exchanges.remove(exchangeFileName({ domainId, checkId, part }));
}

type Exchange = z.infer<typeof exchangeKind.schema>;

const exchangeId = (checkId: string) => `exchange-${checkId}`;
const answerPlace = (domainId: string, id: string) => ({
  partition: `d:${domainId}`,
  type: exchangeKind.type,
  id,
  field: 'Answer',
});
