import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../api.ts';
import { everyExample } from '../examples/endpoint-examples.ts';
import { brokenPlatforms, type BrokenPlatform } from './broken-platforms.ts';
import { crashStory } from './crash-story.ts';
import { pausedOwnerStory, writeSkewStory } from './race-stories.ts';

// Negative controls: on a platform with a planted mistake, a story that otherwise passes must fail because of that
// mistake.

type Fresh = () => Promise<TestApi>;

const crash = (name: string, at: string) => async (fresh: Fresh) => {
  const example = everyExample.find((candidate) => candidate.name === name);
  if (!example) throw new Error(`${name} is missing`);
  return crashStory(example, { at: [at], fresh });
};
const uploadDies = crash('services.uploadFile', 'B3');
const writeSkew = async (fresh: Fresh) =>
  expect(await writeSkewStory(await fresh())).toEqual({ StatusId: 'This status no longer exists.' });

const noticed: Record<BrokenPlatform, { by: (fresh: Fresh) => Promise<unknown>; as: RegExp }> = {
  'random instead of derived names': { by: uploadDies, as: /"orphans":1/ },
  'the record written after the effect': { by: crash('referrals.create', 'A3'), as: /503/ },
  'no fence and random ids': { by: async (fresh) => pausedOwnerStory(await fresh()), as: /"documents":2/ },
  'a rejected duplicate that deletes the record': { by: uploadDies, as: /did not fail/ },
  'the raw form in the fingerprint': { by: uploadDies, as: /idempotency_key_reused/ },
  "the audit head read after the handler's reads": { by: writeSkew, as: /did not fail/ },
};

test.each(Object.keys(noticed))(
  'noticed: %s',
  async (name) => {
    const { by, as } = noticed[nameOf(name)];
    const create = brokenPlatforms[nameOf(name)];
    const failure: unknown = await by(() => freshApi({}, { create })).then(() => 'not noticed', describe);
    expect(failure).toMatch(as);
  },
  60_000,
);

function describe(failure: unknown): string {
  const actual = failure instanceof Error && 'actual' in failure ? failure.actual : undefined;
  return `${String(failure)} ${JSON.stringify(actual)}`;
}

function nameOf(name: string): BrokenPlatform {
  const found = Object.keys(brokenPlatforms).find(
    (candidate): candidate is BrokenPlatform => candidate === name,
  );
  if (!found) throw new Error(`There is no mistake ${name}`);
  return found;
}
