/** @module-tag long */
import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshApi, sharedPlatform, type TestApi } from '../api.ts';
import { referral } from '../examples/example-records.ts';
import { verifyAuditChains } from '../stored.ts';
import { isLong, seeded } from './run-size.ts';

// This test draws calls of two people with three keys and two texts, passing time and every possible fault, in any
// order: the pipeline must answer and store the same as a simple map of answers by key.

const RUNS = isLong ? 1_000 : 40;
const KEPT_MS = 24 * 3_600_000;

/** The request dies at this checkpoint, or its batch or the answer to it is lost once. */
const troubles = ['none', 'A1', 'A2', 'A3', 'drop-before-commit', 'lose-answer'] as const;

interface Sending {
  as: 'ana' | 'mia';
  key: string;
  Text: string;
  trouble: (typeof troubles)[number];
}

interface Model {
  now: number;
  /** Answers by person and key; a killed process gave no answer. */
  kept: Map<string, { Text: string; answer: string | undefined; until: number }>;
}

interface Real {
  handoff: TestApi;
  ReferralId: string;
  run: number;
}

type Command = fc.AsyncCommand<Model, Real>;

test(
  'each key has one effect and one answer, whatever is lost, killed and retried',
  async () => {
    const handoff = await freshApi();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.commands([sending, waiting], { maxCommands: 12 }), async (commands) => {
        const { Id: ReferralId } = await referral(handoff);
        run += 1;
        const model: Model = { now: 0, kept: new Map() };
        await fc.asyncModelRun(() => ({ model, real: { handoff, ReferralId, run } }), commands);
        const found = await handoff.call(api.referrals.byId, { query: { id: ReferralId } }, { as: 'mia' });
        const { ReferralInfo, ReferralNotes } = found.ok();
        const wanted = [...model.kept.values()].map(({ Text }) => Text);
        expect(ReferralNotes.map(({ Text }) => Text).toSorted()).toEqual(wanted.toSorted());
        expect(ReferralInfo[0]?.NoteCount).toBe(wanted.length);
      }),
      // Shrinking is off, because a failed request leaves data for the next one.
      { numRuns: RUNS, seed: seeded('model').between(0, 2 ** 31 - 1), endOnFailure: true },
    );
    await verifyAuditChains(handoff.store);
  },
  isLong ? 1_800_000 : 120_000,
);

const waiting = fc.integer({ min: 1, max: 30 }).map((hours): Command => ({
  check: () => true,
  run: async (model, { handoff }) => {
    handoff.advance(hours * 3_600_000);
    model.now += hours * 3_600_000;
  },
  toString: () => `${hours} h go by`,
}));

const sending = fc
  .record<Sending>({
    as: fc.constantFrom('ana', 'mia'),
    key: fc.constantFrom('one', 'two', 'three'),
    Text: fc.constantFrom('Calls at noon', 'Moved to room 4'),
    trouble: fc.constantFrom(...troubles),
  })
  .map((sent): Command => ({
    check: () => true,
    run: (model, real) => sendAndCompare(sent, model, real),
    toString: () => `${sent.as} sends “${sent.Text}” under ${sent.key}, ${sent.trouble}`,
  }));

async function sendAndCompare(sent: Sending, model: Model, real: Real): Promise<void> {
  const place = `${sent.as} ${sent.key}`;
  const kept = model.kept.get(place);
  const until = model.now + KEPT_MS;
  if (!kept && sent.trouble.startsWith('A')) {
    const killed = real.handoff.crashAt(sent.trouble);
    const survived = send(sent, real).then(({ status, text }) => {
      throw new Error(`It did not get to ${sent.trouble} but answered ${status} ${text}`);
    });
    await Promise.race([killed, survived]);
    // A retry meets a stored record only after the batch.
    if (sent.trouble === 'A3') model.kept.set(place, { Text: sent.Text, answer: undefined, until });
    return;
  }
  const { status, text, headers } = await send(sent, real);
  const seen = [status, headers[IDEMPOTENT_REPLAYED]];
  if (!kept) {
    expect(seen).toEqual([200, undefined]);
    model.kept.set(place, { Text: sent.Text, answer: text, until });
  } else if (model.now >= kept.until) {
    // The key has expired, but its record exists: there must be no duplicate.
    expect(seen).toEqual([409, undefined]);
  } else if (kept.Text !== sent.Text) {
    expect(seen).toEqual([422, undefined]);
  } else {
    expect([...seen, text]).toEqual([200, 'true', kept.answer ?? text]);
    kept.answer = text;
  }
}

async function send({ as, key, Text, trouble }: Sending, { handoff, ReferralId, run }: Real) {
  const body = { ReferralId, ReferralNotes: [{ Text }] };
  const { faults } = await sharedPlatform();
  const left = trouble === 'drop-before-commit' || trouble === 'lose-answer' ? [{ kind: trouble }] : [];
  faults.decide = ({ kind }) => (kind === 'batch' ? left.shift() : undefined);
  const answer = await handoff.call(
    api.referrals.updateNotes,
    { body },
    { as, key: `model-key-of-run-${run}-${key}` },
  );
  faults.decide = undefined;
  return answer;
}
