import type { Timer } from '../../../pipeline/idempotency/timer-writes.ts';
import type { Caller, EffectContext, WriteContext } from '../../../pipeline/request/handlers.ts';
import type { FileReads } from '../../../pipeline/request/mode-ports.ts';
import { FieldKeysNotConfigured } from '../../../platform/ports.ts';
import * as z from 'zod';
import { recordKind } from '../../../platform/record-kind.ts';
import { sealedNumbers } from '../../../records/referral-records.ts';
import type { RawExchange } from '../check/check-with.ts';

/** That texts of an exchange with a payer are kept; written before they are, so that none outlives its time. */
export const exchangeKind = recordKind(
  'exchange',
  z.object({
    Id: z.string(),
    CheckId: z.string(),
    KeptAt: z.string(),
    /** The answer, while it could not be stored with the other texts. */
    Sealed: sealedNumbers.Sealed,
    IsOwed: z.boolean().default(false),
  }),
);

export const owedAnswers =
  "SELECT * FROM c WHERE c.type = 'exchange' AND c.IsOwed = true AND c.DeletedAt = null";

/** `@before`, `@held`: exchanges with a payer whose texts have been kept long enough, but those of these checks. */
export const exchangesBefore =
  "SELECT * FROM c WHERE c.type = 'exchange' AND c.KeptAt < @before AND c.DeletedAt = null" +
  ' AND NOT ARRAY_CONTAINS(@held, c.CheckId)';

type Part = '270' | '271';

const TYPE = 'text/plain; charset=utf-8';

/** Before anything is kept: what the timer goes by when it removes what is too old. */
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

/** Before it is sent: a question that cannot be kept is not asked. */
export async function keepQuestion(
  { caller, eligibility }: EffectContext,
  { checkId, raw270 }: { checkId: string; raw270: string },
): Promise<void> {
  await eligibility.exchanges.putIfAbsent(nameOf(caller, checkId, '270'), contentOf(raw270));
}

/**
 * Whether there is an exchange to look at. What was answered and paid for counts whatever becomes of its text: one that
 * cannot be stored is owed, and goes with the check.
 */
export async function keepAnswer(
  context: EffectContext,
  { checkId, raw }: { checkId: string; raw: RawExchange | undefined },
): Promise<{ HasExchange: boolean; owed: string | undefined }> {
  if (!raw?.raw271) return { HasExchange: raw !== undefined, owed: undefined };
  try {
    const { caller, eligibility } = context;
    await eligibility.exchanges.putIfAbsent(nameOf(caller, checkId, '271'), contentOf(raw.raw271));
    return { HasExchange: true, owed: undefined };
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    context.log({ level: 'warn', event: 'payer-answer-owed', error: name });
    return { HasExchange: true, owed: raw.raw271 };
  }
}

/** In one batch with the check: the timer stores the text later. Without keys it cannot wait, and is given up. */
export async function oweAnswer(
  { work, caller, fieldKeys }: WriteContext,
  { checkId, text }: { checkId: string; text: string },
): Promise<void> {
  const note = await work.get(exchangeKind, exchangeId(checkId));
  if (!note) return;
  try {
    const Answer = await fieldKeys.encrypt(text, placeOf(caller.businessDomainId, note.Id));
    work.replace(exchangeKind, note, { ...note, Sealed: { Answer }, IsOwed: true });
  } catch (error) {
    if (!(error instanceof FieldKeysNotConfigured)) throw error;
  }
}

export async function storeOwed(
  { ports, fieldKeys }: Timer,
  { domainId, note }: { domainId: string; note: Exchange },
): Promise<void> {
  const text = await fieldKeys.decrypt(note.Sealed['Answer'] ?? '', placeOf(domainId, note.Id));
  const name = nameOf({ businessDomainId: domainId }, note.CheckId, '271');
  await ports.eligibility.exchanges.putIfAbsent(name, contentOf(text));
}

export async function readExchange(
  exchanges: FileReads,
  { caller, checkId, part }: { caller: Caller; checkId: string; part: Part },
): Promise<{ name: string; type: string; bytes: Uint8Array } | undefined> {
  const blob = await exchanges.read(nameOf(caller, checkId, part));
  return blob && { name: `${checkId}.${part}.txt`, type: TYPE, bytes: blob.bytes };
}

export async function removeExchange(
  { ports }: Timer,
  { domainId, checkId }: { domainId: string; checkId: string },
): Promise<void> {
  for (const part of ['270', '271'] as const)
    await ports.eligibility.exchanges.remove(nameOf({ businessDomainId: domainId }, checkId, part));
}

type Exchange = z.infer<typeof exchangeKind.schema>;

const exchangeId = (checkId: string) => `exchange-${checkId}`;
const placeOf = (domainId: string, id: string) => ({
  partition: `d:${domainId}`,
  type: exchangeKind.type,
  id,
  field: 'Answer',
});

const nameOf = ({ businessDomainId }: Pick<Caller, 'businessDomainId'>, checkId: string, part: Part) =>
  `${businessDomainId}/${checkId}.${part}`;

const contentOf = (text: string) => ({ bytes: new TextEncoder().encode(text), type: TYPE });
