import type { TypedInquiry } from '../../features/eligibility/rules/inquiry.ts';
import {
  judge,
  prepareQuestion,
  sendQuestion,
  type CheckContext,
  type CheckOutcome,
} from '../../features/eligibility/check/exchange.ts';
import type { EligibilityProvider } from '../../platform/eligibility-provider.ts';

interface Exchanged {
  raw: { raw270: string; raw271: string | undefined } | undefined;
}

/** One check without a store: what was typed, the question, the answer, the verdict. */
export async function checkWith(
  provider: EligibilityProvider,
  typed: TypedInquiry,
  context: CheckContext,
): Promise<CheckOutcome & Exchanged> {
  let raw270 = '';
  const noting: EligibilityProvider = {
    ...provider,
    ask: (question) => {
      ({ raw270 } = question);
      return provider.ask(question);
    },
  };
  const prepared = prepareQuestion(noting, typed, context);
  if (!prepared.question) return { ...judge(prepared), raw: undefined };
  const sent = await sendQuestion(prepared, prepared.question);
  const raw271 = sent.reply?.outcome === 'answered' ? sent.reply.raw271 : undefined;
  return { ...judge(prepared, sent), raw: { raw270, raw271 } };
}
