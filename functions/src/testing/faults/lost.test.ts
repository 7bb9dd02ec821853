import type { Fault } from '@handoff/local/cosmos/faults';
import { expect, test } from 'vitest';
import { sharedPlatform } from '../api.ts';
import { everyWrite } from '../examples/endpoint-examples.ts';
import { crashStory, type Death } from './crash-story.ts';
import { isLong } from './run-size.ts';

// Between host and store. In `npm test` stories/replay.test.ts loses some of them for every write while twenty send it.

const inShort = new Set(['referrals.update', 'services.uploadFile']);
const chosen = isLong ? everyWrite : everyWrite.filter(({ name }) => inShort.has(name));

const losses = new Map<string, { nth: number; fault: Fault }>(
  [1, 2, 3].flatMap((nth) => [
    [`request ${nth}`, { nth, fault: { kind: 'drop-before-commit' } }],
    [`answer ${nth}`, { nth, fault: { kind: 'lose-answer' } }],
  ]),
);

/** No process is killed, but this batch of the first attempt is lost, or the answer to it. */
const loses: Death = async ({ checkpoint }) => {
  const { faults } = await sharedPlatform();
  const loss = losses.get(checkpoint);
  let batches = 0;
  faults.decide = ({ kind }) => {
    if (kind !== 'batch') return undefined;
    batches += 1;
    return batches === loss?.nth ? loss.fault : undefined;
  };
};

test.each(chosen)(
  '$name: a request or an answer gets lost, one effect and one answer',
  async (example) => {
    const at = [...losses.keys()];
    expect(await crashStory(example, { at, die: loses })).toEqual(at);
  },
  60_000,
);
