import { isDeepStrictEqual } from 'node:util';
import { api, everyEndpoint } from '@handoff/shared/contract/api';
import type { AgencyRole, SystemRole } from '@handoff/shared/domain/access/role';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { userId } from '../../records/kinds/user-records.ts';
import { freshApi, type TestApi } from '../api.ts';
import { withoutRestrictions } from '../attacks/removed-defenses.ts';
import { pdf, referralDraft } from '../examples/drafts.ts';
import { checkDraft } from '../examples/eligibility-examples.ts';
import { everyExample, type EndpointExample } from '../examples/endpoint-examples.ts';
import { scanned } from '../examples/example-records.ts';
import { drawFew, isLong, seeded } from '../faults/run-size.ts';
import { HARBOR, people } from '../people.ts';
import { changeUser, giveRolesOf, storedIn } from '../stored.ts';

// Eve makes every call with the permissions of its example's caller, and is not named for the restricted referral.

/** Has the name and birth date of every draft, so that it would be found as a duplicate. */
const draft = referralDraft({
  Source: {
    Kind: 'Other',
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

interface Records {
  /** Ids by their prefix. */
  ids: Record<string, string>;
  blobName: string;
}

let handoff: TestApi;
let restricted: Records;
let before: unknown[];
/** Ids of the same kinds without a record. */
let nothing: Records;
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
  const unknown = '0'.repeat(32);
  nothing = {
    blobName: `${unknown}-${unknown}.pdf`,
    ids: Object.fromEntries(Object.keys(restricted.ids).map((kind) => [kind, `${kind}-${unknown}`])),
  };
  before = await storedOfIt();
}, 90_000);

async function storedOfIt() {
  const stored = await storedIn(handoff.store, `d:${HARBOR}`);
  return stored.filter(({ id, ReferralId }) =>
    Object.values(restricted.ids).some((one) => one === id || one === ReferralId),
  );
}

const isManagers = ({ as }: EndpointExample) => as === 'mia';
const answered = everyExample.filter((example) => example.endpoint.mode === 'read' && !isManagers(example));

test.each(answered)('$name: reveals nothing about it', async (example) => {
  const { text } = await askedByEve(example, await example.input(handoff));
  expect([...leaked(text), ...namedIn(text)]).toEqual([]);
});

/** Calls about the caller's own records, and calls about deleted records, which have another story. */
const isElsewhere = /^(users|drafts|savedViews)\.|\.restore/;
const naming = everyExample.filter(
  ({ endpoint, name, ...example }) =>
    endpoint.scope === 'domain' &&
    endpoint.seesRestricted === undefined &&
    !isManagers({ endpoint, name, ...example }) &&
    !isElsewhere.test(name),
);

test.each(naming)('$name: answers a restricted record like a missing one', async (example) => {
  await giveRolesOf(handoff, example.as, { person: 'eve', in: HARBOR });
  expect(await tellingPlaces(example, await drawnOf(example))).toEqual([]);
});

/** Managers see restricted referrals. */
const systems = ['User', 'Administrator'] as const satisfies SystemRole[];
const agencyRoles = ['Intake', 'Clinician', 'Viewer', 'Integration'] as const satisfies AgencyRole[];
const random = seeded('restricted');

test.each(drawFew('restricted roles', naming))(
  '$name: answers a restricted record like a missing one, whatever the role',
  async (example) => {
    const drawn = await drawnOf(example);
    const one = { system: random.pick(systems), inAgency: random.pick(agencyRoles) };
    const all = systems.flatMap((system) => agencyRoles.map((inAgency) => ({ system, inAgency })));
    for (const role of isLong ? all : [one]) {
      await giveRole(role);
      expect([role, ...(await tellingPlaces(example, drawn))]).toEqual([role]);
    }
  },
);

test('nothing is written to a restricted referral, by timers neither', async () => {
  await handoff.app.jobs.eligibility.run();
  expect(await storedOfIt()).toEqual(before);
});

test('a manager gets answers from the same calls, so the loop searches for real data', async () => {
  const found: string[] = [];
  for (const example of answered) {
    const input = withIds(await example.input(handoff), restricted);
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

test('only a few calls reach restricted referrals, and answer only ids or numbers of them', () => {
  const seeing = everyEndpoint().filter(({ endpoint }) => endpoint.seesRestricted);
  expect(seeing.map(({ call }) => call)).toEqual([
    'openWork',
    'handOverWork',
    'findRestricted',
    'breakGlass',
  ]);
});

/** Calls that keep the record for the following ones. */
const keepsRecord = ({ endpoint, name }: EndpointExample) =>
  endpoint.mode === 'read' || name.startsWith('medicareEligibility');

test('without the restriction the same draws find calls that would reveal a restricted record, including lists of checks', async () => {
  const without = handoff.another({ store: withoutRestrictions(handoff.store) });
  await giveRole({ system: 'User', inAgency: 'Intake' });
  const found: string[] = [];
  for (const example of naming.filter(keepsRecord)) {
    const places = await tellingPlaces(example, await drawnOf(example), without);
    if (places.length > 0) found.push(example.name);
  }
  expect(found).toEqual(expect.arrayContaining(['referrals.byId', 'medicareEligibility.startBatch']));
});

async function askedByEve(example: EndpointExample, input: unknown) {
  await giveRolesOf(handoff, example.as, { person: 'eve', in: HARBOR });
  return handoff.call(example.endpoint, input, { as: 'eve' });
}

const giveRole = (role: { system: SystemRole; inAgency: AgencyRole }) =>
  changeUser(handoff, 'eve', {
    SystemRole: role.system,
    roles: [{ BusinessDomainId: HARBOR, RoleWithinAgency: role.inAgency }],
  });

interface Drawn {
  place: Place | 'as it is';
  /** Input that names the restricted record, and input that names a missing one. */
  hidden: unknown;
  none: unknown;
}

/** Returns inputs that name a referral in every position that may hold one. */
async function drawnOf(example: EndpointExample): Promise<Drawn[]> {
  const input = await example.input(handoff);
  return (['as it is', ...placesIn(example.endpoint, input)] as const).flatMap((place) => {
    const sent = place === 'as it is' ? input : placed(input, place);
    const [hidden, none] = [withIds(sent, restricted), withIds(sent, nothing)];
    return JSON.stringify(hidden) === JSON.stringify(none) ? [] : [{ place, hidden, none }];
  });
}

/** Returns the positions in which the answer about a restricted record differs from that about a missing one. */
async function tellingPlaces(
  { endpoint }: EndpointExample,
  drawn: Drawn[],
  asked: Pick<TestApi, 'call'> = handoff,
) {
  const telling: unknown[] = [];
  for (const { place, hidden, none } of drawn) {
    const answer = await asked.call(endpoint, hidden, { as: 'eve' });
    const actual = [...leaked(answer.text), said(answer)];
    const expected = [said(await asked.call(endpoint, none, { as: 'eve' }))];
    if (!isDeepStrictEqual(actual, expected)) telling.push({ place, actual, expected });
  }
  return telling;
}

function leaked(text: string): string[] {
  return contents.filter((content) => text.includes(content));
}

const namedIn = (text: string) => Object.values(restricted.ids).filter((id) => text.includes(id));

const Refusal = z.object({ code: z.string(), ErrorMessage: z.string(), fields: z.unknown() }).partial();

/** Returns an answer without the parts that differ each time. */
function said({ status, headers, text }: Awaited<ReturnType<typeof askedByEve>>) {
  const refusal = status === 200 ? {} : Refusal.parse(JSON.parse(text));
  return { status, headers: Object.keys(headers).toSorted(), ...refusal };
}

type Place = readonly (string | number)[];
const Node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
});

/** Returns every position in the input that may name a referral, including rows. */
function placesIn(endpoint: EndpointExample['endpoint'], input: unknown): Place[] {
  const parts = {
    query: endpoint.query,
    body: 'body' in endpoint ? endpoint.body : undefined,
    fields: 'upload' in endpoint ? endpoint.upload?.fields : undefined,
  };
  return Object.entries(parts).flatMap(([part, schema]) =>
    schema ? placesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), [part]) : [],
  );

  function placesOf(schema: unknown, path: Place): Place[] {
    const { properties, items, anyOf } = Node.parse(schema ?? {});
    const value = valueAt(input, path);
    const inside = Object.entries(properties).flatMap(([name, field]) =>
      name.endsWith('ReferralId') && value !== undefined
        ? [[...path, name]]
        : placesOf(field, [...path, name]),
    );
    const rows = Array.isArray(value) && items ? value : [];
    const inRows = rows.flatMap((_row, at) => placesOf(items, [...path, at]));
    return [...inside, ...inRows, ...anyOf.flatMap((one) => placesOf(one, path))];
  }
}

const Inside = z.record(z.string(), z.unknown());

function valueAt(input: unknown, [name, ...rest]: Place): unknown {
  if (name === undefined) return input;
  const { data } = Inside.safeParse(Array.isArray(input) ? Object.fromEntries(input.entries()) : input);
  return data && valueAt(data[name], rest);
}

/** Returns the input with a referral in that position; its kind decides which. */
function placed(input: unknown, [name, ...rest]: Place): unknown {
  if (name === undefined) return `referral-${'1'.repeat(32)}`;
  if (Array.isArray(input)) return input.map((row, at) => (at === name ? placed(row, rest) : row));
  const fields = Inside.parse(input ?? {});
  return { ...fields, [name]: placed(fields[name], rest) };
}

function withIds(input: unknown, { ids, blobName }: Records): unknown {
  const { file, ...rest } = z.looseObject({ file: z.instanceof(File).optional() }).parse(input);
  const text = JSON.stringify(rest)
    .replaceAll(/([a-z]+)-[0-9a-f]{32}(?:-[0-9a-f]{32})?(?=")/g, (id, kind: string) => ids[kind] ?? id)
    .replaceAll(/[0-9a-f]{32}-[0-9a-f]{32}\.pdf/g, blobName)
    .replaceAll(userId(people.ana.oid), userId(people.mia.oid));
  const other: object = JSON.parse(text);
  return file ? { ...other, file } : other;
}
