import { api, everyEndpoint } from '@handoff/shared/contract/api';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { userId } from '../../records/kinds/user-records.ts';
import { freshApi, type TestApi } from '../api.ts';
import { pdf, referralDraft } from '../examples/drafts.ts';
import { checkDraft } from '../examples/eligibility-examples.ts';
import { everyExample, type EndpointExample } from '../examples/endpoint-examples.ts';
import { scanned } from '../examples/example-records.ts';
import { HARBOR, people } from '../people.ts';
import { giveRolesOf } from '../stored.ts';

// Eve makes every call with the rights of who makes it in its example, and is not named for the restricted referral.

/** Of the same name and birth date as the example of every draft, so that it would be found as its duplicate. */
const draft = referralDraft({
  Source: {
    Kind: 'Fax',
    Organization: 'Kestrel Hospital',
    ContactName: 'Wren Whitlock',
    Phone: '8605550177',
  },
  Patient: { ...referralDraft().Patient, Phone: '8605550178', Mbi: '1EG4TE5MK73' },
  Address: { ...referralDraft().Address, StreetAddress: '77 QUARTZ LANE' },
  Payers: [{ Name: 'Obsidian Mutual', Plan: '', MemberId: '' }],
  ClinicalSummary: 'Zinnia protocol.',
});
const NOTE = 'Marigold called';
const FILE = 'tamarack.pdf';
const PAGE = 'Sorrel scale';
const contents = [
  'Kestrel',
  'Whitlock',
  '8605550177',
  '8605550178',
  'MK73',
  'QUARTZ',
  'Obsidian',
  'Zinnia',
  NOTE,
  FILE,
  PAGE,
];

interface Restricted {
  /** By what its ids begin with. */
  ids: Record<string, string>;
  blobName: string;
}

let handoff: TestApi;
let restricted: Restricted;
beforeAll(async () => {
  handoff = await freshApi();
  const as = 'mia';
  const created = await handoff.call(api.referrals.create, { body: draft }, { as });
  const Id = created.ok().ReferralInfo[0]?.Id ?? '';
  const note = { ReferralId: Id, ReferralNotes: [{ Text: NOTE }] };
  const notes = (await handoff.call(api.referrals.updateNotes, { body: note }, { as })).ok();
  const upload = { fields: { DocumentTypeId: 'orders', ReferralId: Id }, file: pdf(PAGE, FILE) };
  const [document] = (await handoff.call(api.services.uploadFile, upload, { as })).ok().ReferralDocuments;
  await scanned(handoff, document?.blobName ?? '');
  const question = checkDraft({ ReferralId: Id, CheckAgain: true });
  const { CheckId } = (await handoff.call(api.medicareEligibility.check, { body: question }, { as })).ok();
  const restriction = { Id, IsRestricted: true, Reason: 'A neighbor of our staff' };
  (await handoff.call(api.referrals.setRestriction, { body: restriction }, { as })).ok();
  const all = [Id, notes.ReferralNotes[0]?.Id ?? '', document?.Id ?? '', CheckId];
  restricted = {
    blobName: document?.blobName ?? '',
    ids: Object.fromEntries(all.map((id) => [id.split('-')[0] ?? '', id])),
  };
}, 90_000);

const isManagers = ({ as }: EndpointExample) => as === 'mia';
const answered = everyExample.filter((example) => example.endpoint.mode === 'read' && !isManagers(example));

test.each(answered)('$name: answers nothing of it', async (example) => {
  const { text } = await askedByEve(example, await example.input(handoff));
  expect([...leaked(text), ...namedIn(text)]).toEqual([]);
});

/** What is one's own; and what only names what was deleted, which a story of its own tells. */
const isElsewhere = /^(users|drafts|savedViews)\.|\.restore/;
const naming = everyExample.filter(
  ({ endpoint, name, ...example }) =>
    endpoint.scope === 'domain' &&
    endpoint.seesRestricted === undefined &&
    !isManagers({ endpoint, name, ...example }) &&
    !isElsewhere.test(name),
);

test.each(naming)('$name: refuses to name it', async (example) => {
  const input = await example.input(handoff);
  const named = withRestrictedIds(input);
  const { status, text } = await askedByEve(example, named);
  expect(leaked(text)).toEqual([]);
  if (JSON.stringify(named) === JSON.stringify(input)) return;
  const { code } = z.object({ code: z.string().optional() }).parse(JSON.parse(text));
  expect([status, code]).toEqual(emptyInstead.has(example.name) ? [200, undefined] : [403, 'restricted']);
});

/** Rows that are gone, and a place that nobody is at. */
const emptyInstead = new Set(['referrals.rows', 'realtime.presence']);

test('the same calls of a manager answer it: what the loop looks for is there', async () => {
  const found: string[] = [];
  for (const example of answered) {
    const input = withRestrictedIds(await example.input(handoff));
    const { text } = await handoff.call(example.endpoint, input, { as: 'mia' });
    if (leaked(text).length + namedIn(text).length > 0) found.push(example.name);
  }
  expect(found).toEqual(
    expect.arrayContaining([
      ...[
        'list',
        'search',
        'exportFile',
        'rows',
        'byId',
        'packet',
        'fhir',
        'fhirWithNumbers',
        'activity',
      ].map((call) => `referrals.${call}`),
      'referrals.checkDraft',
      'dashboard.figures',
      'services.viewFile',
      'services.downloadFile',
      ...['history', 'byId', 'compare'].map((call) => `medicareEligibility.${call}`),
    ]),
  );
});

test('two calls see restricted referrals, and answer ids alone', () => {
  const seeing = everyEndpoint().filter(({ endpoint }) => endpoint.seesRestricted);
  expect(seeing.map(({ call }) => call)).toEqual(['findRestricted', 'breakGlass']);
});

async function askedByEve(example: EndpointExample, input: unknown) {
  await giveRolesOf(handoff, example.as, { person: 'eve', in: HARBOR });
  return handoff.call(example.endpoint, input, { as: 'eve' });
}

function leaked(text: string): string[] {
  return contents.filter((content) => text.includes(content));
}

const namedIn = (text: string) => Object.values(restricted.ids).filter((id) => text.includes(id));

function withRestrictedIds(input: unknown): unknown {
  const { file, ...rest } = z.looseObject({ file: z.instanceof(File).optional() }).parse(input);
  const text = JSON.stringify(rest)
    .replaceAll(
      /([a-z]+)-[0-9a-f]{32}(?:-[0-9a-f]{32})?(?=")/g,
      (id, kind: string) => restricted.ids[kind] ?? id,
    )
    .replaceAll(/[0-9a-f]{32}-[0-9a-f]{32}\.pdf/g, restricted.blobName)
    .replaceAll(userId(people.ana.oid), userId(people.mia.oid));
  const other: object = JSON.parse(text);
  return file ? { ...other, file } : other;
}
