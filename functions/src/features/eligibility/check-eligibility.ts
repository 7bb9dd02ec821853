import type { Api } from '@handoff/shared/contract/api';
import { AppError, notFound } from '../../http/app-error.ts';
import type { EffectContext, LeaseHandler } from '../../http/handlers.ts';
import { LeaseFailure } from '../../http/lease-failure.ts';
import type { Platform } from '../../platform/ports.ts';
import { checkKind, referralKind, type StoredCheck } from '../../platform/record-kinds.ts';
import { agencyRecords } from './agency-records.ts';
import { checkWith, dayIn, type CheckOutcome } from './check-with.ts';
import { keepAnswer, keepQuestion } from './exchange-blobs.ts';
import { failedFields } from './failed-check.ts';
import type { EligibilityProvider, EligibilityService } from './provider.ts';
import { recordCheck, resultFields, typedFields, type TypedCheck } from './record-check.ts';

type Check = LeaseHandler<Api['medicareEligibility']['check']>;

/** Medicare is asked at most once for a key: what may have been asked and paid for is repeated by a person only. */
export function checkEligibility(platform: Platform, service: EligibilityService): Check {
  return async ({ body }, context) => {
    const { caller } = context;
    const checkId = await freeCheckId(context);
    const typed = await typedFields(body, { caller, fieldKeys: platform.fieldKeys });
    if (context.wasAsked) throw neverAnswered({ body, checkId, context, typed, service });
    await refuseUnknownReferral(body, context);

    const day = body.DateOfService || dayIn('America/New_York', platform.clock.now());
    const { agency, settings } = await agencyRecords(context, { find: context.find, day });
    const outcome = await checkWith(askingOnce(platform, { service, context }), body, {
      checkId,
      settings,
      agency,
      payerId: service.payerId,
      submitterId: service.submitterId,
      callerAddresses: context.callerAddresses,
      clock: platform.clock,
    });
    const HasExchange = await keepAnswer(platform, { caller, checkId, raw: outcome.raw });
    const asking = { ...typed, ...effortOf(outcome), HasExchange };
    if (outcome.kind === 'notCompleted') {
      const failed = { ...asking, ...failedFields({ ...outcome, checkId, at: context.now }) };
      throw new LeaseFailure(new AppError(outcome.code, outcome.message), async (write) => {
        await recordCheck(write, failed);
      });
    }
    const check: StoredCheck = { ...asking, ...resultFields(outcome.result) };
    return async (write) => ({ ...outcome.result, EligibilityStatusId: await recordCheck(write, check) });
  };
}

/** The same for every try of one request; after a failure that was recorded, the next one. */
async function freeCheckId(context: EffectContext): Promise<string> {
  for (let number = 1; ; number += 1) {
    const id = `check-${context.derive(`trace${number}`)}`;
    const earlier = await context.find.get(checkKind, id);
    if (!earlier) return id;
    // The key's record is over, its check is not: asking again would be paid for.
    if (earlier.Verdict !== 'notCompleted')
      throw new AppError('conflict', 'This was already saved by an earlier attempt. Reload to see it.');
  }
}

async function refuseUnknownReferral({ ReferralId }: TypedCheck, { find }: EffectContext): Promise<void> {
  if (ReferralId !== undefined && !(await find.get(referralKind, ReferralId)))
    throw notFound('This referral');
}

/** Keeps the question and notes in the key's record that it is asked, both before it is. */
function askingOnce(
  platform: Platform,
  { service, context }: { service: EligibilityService; context: EffectContext },
): EligibilityProvider {
  const { provider } = service;
  let isNoted = false;
  return {
    ...provider,
    async ask(question) {
      if (!isNoted) {
        await keepQuestion(platform, { caller: context.caller, ...question });
        await context.noteAsked();
        await platform.checkpoint('B3a');
      }
      isNoted = true;
      const reply = await provider.ask(question);
      await platform.checkpoint('B3p');
      return reply;
    },
  };
}

function neverAnswered(lost: {
  body: TypedCheck;
  checkId: string;
  context: EffectContext;
  typed: Awaited<ReturnType<typeof typedFields>>;
  service: EligibilityService;
}): LeaseFailure {
  const { body, checkId, context, typed, service } = lost;
  const message =
    'No answer came. Medicare may have been asked, so the check was not repeated by itself: try again when you want to.';
  const { name: provider, label } = service.provider;
  const dateOfService = body.DateOfService ?? '';
  const failed = failedFields({ provider, label, message, dateOfService, checkId, at: context.now });
  const check = { ...typed, ...failed, Attempts: 1, DurationMs: 0, HasExchange: true };
  return new LeaseFailure(new AppError('unavailable', message), async (write) => {
    await recordCheck(write, check);
  });
}

const effortOf = ({ attempts, durationMs }: CheckOutcome) => ({ Attempts: attempts, DurationMs: durationMs });
