import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { areaDraft, referralDraft } from '../../testing/examples/drafts.ts';
import { freshImportStory } from '../../testing/imports/import-story.ts';
import { checksOf } from '../../testing/examples/example-records.ts';

const hartford = { ZipCodes: [], ZipRanges: [], Disciplines: [] };

/** Twenty addresses in each ZIP code, all of them in the county given. */
function fileWith(counties: Record<string, string>): string {
  const rows = Object.entries(counties).flatMap(([zip, county]) =>
    Array.from({ length: 20 }, (_, at) => `${at + 1},OAK ST,Avon,${county},CT,${zip}`),
  );
  return ['number,street,city,county,state,zip', ...rows].join('\n');
}

async function agencyByCounty() {
  const story = await freshImportStory();
  const body = areaDraft({ Name: 'Hartford County', ...hartford });
  (await story.call(api.serviceAreas.create, { body }, { as: 'mia' })).ok();
  return {
    ...story,
    async referralIn(ZipCode: string, County: string) {
      const Address = { ...referralDraft().Address, ZipCode, County };
      const draft = { body: referralDraft({ Address }) };
      const [created] = (await story.call(api.referrals.create, draft, { as: 'ana' })).ok().ReferralInfo;
      return created?.Id ?? '';
    },
    areaOf: async (id: string) => (await checksOf(story, id)).Area,
  };
}

test('a file that moves a ZIP code out of an area lists the open referrals it changes, and only those change', async () => {
  const story = await agencyByCounty();
  const first = await story.import({ content: fileWith({ '06103': 'Hartford', '06001': 'Hartford' }) });
  const moved = await story.referralIn('06103', 'Hartford');
  const stays = await story.referralIn('06001', 'Hartford');
  const closed = await story.referralIn('06103', 'Hartford');
  const Decision = { Kind: 'Declined' as const, Reason: 'No capacity' };
  (await story.call(api.referrals.update, { body: { Id: closed, Decision } }, { as: 'ana' })).ok();
  const before = { moved: await story.areaOf(moved), stays: await story.areaOf(stays) };
  expect(before.moved).toMatchObject({ Answer: 'yes', Rule: 'County' });

  const content = fileWith({ '06103': 'Tolland', '06001': 'Hartford' });
  const second = await story.import({ content, publish: 'after-review' });
  expect(second.Progress.status).toBe('needsConfirmation');
  const impact = await story.impact(second.ImportId);
  expect(impact).toMatchObject({
    Diff: { zipsChanged: 1, zipsRenamed: 1, addressesBefore: 40, addressesAfter: 40 },
    Doubt: null,
    ServiceAreas: [{ Name: 'Hartford County', ZipsAdded: 0, ZipsRemoved: 1 }],
    Total: 1,
    AreaChanges: [
      {
        ReferralId: moved,
        ZipCode: '06103',
        IsZipRemoved: false,
        Before: before.moved,
        After: { Answer: 'no' },
      },
    ],
  });
  expect(await story.areaOf(moved)).toEqual(before.moved);

  (await story.act(second.ImportId, 'publish')).ok();
  expect(await story.areaOf(moved)).toEqual(impact.AreaChanges[0]?.After);
  expect(await story.areaOf(moved)).toMatchObject({
    Reason:
      'No service area covers 06103, TOLLAND County, CT (by the imported addresses; the referral says Hartford County).',
  });
  expect(await story.areaOf(stays)).toEqual(before.stays);
  expect((await story.impact(second.ImportId)).Total).toBe(0);

  const back = await story.impact(first.ImportId);
  expect(back.AreaChanges.map(({ ReferralId, After }) => [ReferralId, After])).toEqual([
    [moved, before.moved],
  ]);
  (await story.act(first.ImportId, 'rollback')).ok();
  expect(await story.areaOf(moved)).toEqual(before.moved);
});

test('a file without a ZIP code lists the open referrals there, also when their area check stays', async () => {
  const story = await agencyByCounty();
  const { ImportId } = await story.import({
    content: fileWith({ '06103': 'Hartford', '06001': 'Hartford', '06002': 'Hartford' }),
  });
  const gone = await story.referralIn('06103', 'Hartford');
  await story.referralIn('06001', 'Hartford');
  const next = await story.import({
    content: fileWith({ '06001': 'Hartford', '06002': 'Hartford' }),
    publish: 'after-review',
  });
  const impact = await story.impact(next.ImportId);
  expect(impact).toMatchObject({
    Diff: { codesRemoved: ['06103'] },
    Total: 1,
    AreaChanges: [{ ReferralId: gone, IsZipRemoved: true }],
  });
  expect(impact.AreaChanges[0]?.After).toEqual(impact.AreaChanges[0]?.Before);
  // Removing the state affects both referrals.
  expect((await story.impact(ImportId, 'remove')).Total).toBe(2);
});

test('the recorded county is accepted when the ZIP code reaches into it', async () => {
  const story = await agencyByCounty();
  const edge = await story.referralIn('06103', 'Hartford');
  await story.import({ content: `${fileWith({ '06103': 'Tolland' })}\n99,ELM ST,Avon,Hartford,CT,06103` });
  expect(await story.areaOf(edge)).toMatchObject({ Answer: 'yes', Rule: 'County' });
});

test('an unknown version has no impact to show', async () => {
  const story = await freshImportStory();
  const answer = await story.call(api.imports.impact, { query: { id: 'ct-0000000000' } }, { as: 'ada' });
  expect(answer.status).toBe(404);
});

const rows = (street: string, count: number, county = 'Hartford') =>
  Array.from({ length: count }, (_, at) => `${at + 1},${street},Avon,${county},CT,06001`);

test('a review shows streets that are added, removed and renamed, and ZIP codes of another county', async () => {
  const story = await freshImportStory();
  const header = 'number,street,city,county,state,zip';
  await story.import({ content: [header, ...rows('OAK ST', 9), ...rows('MAIN ST', 30)].join('\n') });
  const content = [header, ...rows('M L KING BLVD', 30, 'Tolland'), ...rows('ELM LN', 2, 'Tolland')].join(
    '\n',
  );
  const { Diff } = await story.import({ content, publish: 'after-review' });
  expect(Diff).toMatchObject({
    zipsChanged: 1,
    placesRenamed: [{ code: '06001', from: 'AVON, HARTFORD', to: 'AVON, TOLLAND' }],
    streets: {
      added: 1,
      removed: 1,
      renamed: 1,
      zips: [
        {
          code: '06001',
          streetsAdded: ['ELM LN'],
          streetsRemoved: ['OAK ST'],
          streetsRenamed: [{ from: 'MAIN ST', to: 'M L KING BLVD' }],
        },
      ],
    },
  });
});
