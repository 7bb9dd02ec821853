import { createHash } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../api.ts';
import { giveRolesOf, everythingStored } from '../stored.ts';
import { payerDraft } from '../examples/drafts.ts';
import { everyExample, type EndpointExample } from '../examples/endpoint-examples.ts';
import { blobName, party, referral, renamed } from '../examples/example-records.ts';
import { drawFew } from '../faults/run-size.ts';
import { EVERGREEN } from '../people.ts';

// Eve has the same permissions in her agency as the owner of the record has in theirs.

const Schema = z.object({ required: z.array(z.string()).optional() });
const named = new Set(['id', 'Id', 'ReferralId', 'blobName', 'before', 'after']);
/** Excludes ids of lists that every agency has, and of the caller, which also name their drafts. */
const ofOneself = (name: string) => /^(settings|drafts)\./.test(name) || name === 'users.notifications';

/** Calls about one record by its id, according to the contract. */
const bearing = drawFew(
  'foreign-ids',
  everyExample.filter(
    ({ endpoint, name }) => endpoint.scope === 'domain' && !ofOneself(name) && namesOne(endpoint),
  ),
);

function namesOne(endpoint: Endpoint): boolean {
  const upload = 'upload' in endpoint ? endpoint.upload?.fields : undefined;
  const body = 'body' in endpoint ? endpoint.body : undefined;
  return [endpoint.params, endpoint.query, body, upload].some((schema) => {
    if (!schema) return false;
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return Schema.parse(json).required?.some((field) => named.has(field));
  });
}

test.each(bearing)('$name: a record of another agency is as unknown as a missing one', async (example) => {
  const handoff = await freshApi();
  const input = await example.input(handoff);
  const unknown = withOtherIds(input);
  expect(JSON.stringify(unknown)).not.toBe(JSON.stringify(input));
  const [foreign, none] = await answersTo(handoff, example, [input, unknown]);
  // A heartbeat about a missing record is no error: a referral may be deleted while someone looks at it.
  const unknownIs =
    example.name === 'realtime.presence'
      ? { status: 200, IsShown: false }
      : { status: 404, code: 'not_found' };
  expect(foreign).toMatchObject(unknownIs);
  expect(foreign).toEqual(none);
});

const idOfPayer = async (handoff: TestApi) =>
  (await party(handoff, api.contractedPayers.create, renamed(payerDraft(), handoff))).Id;
const idOfReferral = async (handoff: TestApi) => (await referral(handoff)).Id;

/** Fields that may name a record other than the call's own. */
const references: [name: string, field: string, of: (handoff: TestApi) => Promise<string | string[]>][] = [
  ['medicareEligibility.check', 'body.ReferralId', idOfReferral],
  ['medicareEligibility.checkPasted271', 'body.ReferralId', idOfReferral],
  ['medicareEligibility.history', 'query.ReferralId', idOfReferral],
  ['services.uploadFile', 'fields.ReferralId', idOfReferral],
  ['services.completeUpload', 'body.ReferralId', idOfReferral],
  ['insurances.create', 'body.ContractedPayerId', idOfPayer],
  ['partners.create', 'body.ContractedPayerIds', async (handoff) => [await idOfPayer(handoff)]],
  ['referrals.create', 'body.DocumentIds', async (handoff) => [await documentId(handoff)]],
];

test.each(references)('%s refuses %s of another agency', async (name, field, of) => {
  const example = everyExample.find((candidate) => candidate.name === name);
  if (!example) throw new Error(`${name} is missing`);
  const handoff = await freshApi();
  const [part = '', key = ''] = field.split('.');
  const id = await of(handoff);
  const own = z.record(z.string(), z.unknown()).parse(await example.input(handoff));
  const at = (value: unknown) => ({ ...own, [part]: { ...Object(own[part]), [key]: value } });
  const [foreign, none] = await answersTo(handoff, example, [at(id), at(withOtherIds(id))]);
  expect(foreign).toEqual(none);
  // A list filtered by an unknown record is empty.
  expect(example.endpoint.mode === 'read' ? [200] : [400, 404]).toContain(foreign?.['status']);
});

async function documentId(handoff: TestApi): Promise<string> {
  const { Id } = await referral(handoff);
  await blobName(handoff, Id);
  const found = await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'ana' });
  return (
    z.object({ ReferralDocuments: z.array(z.object({ Id: z.string() })) }).parse(found.ok())
      .ReferralDocuments[0]?.Id ?? ''
  );
}

/** Returns the answers that Eve gets; nothing is stored. */
async function answersTo(handoff: TestApi, example: EndpointExample, inputs: unknown[]) {
  await giveRolesOf(handoff, example.as, { person: 'eve', in: EVERGREEN });
  const before = await effectsStored(handoff);
  const answers: Record<string, unknown>[] = [];
  for (const input of inputs) {
    const { status, text } = await handoff.call(example.endpoint, input, { as: 'eve' });
    answers.push({ status, ...JSON.parse(text), requestId: '' });
  }
  expect(await effectsStored(handoff)).toEqual(before);
  return answers;
}

const Parts = z.looseObject({ file: z.instanceof(File).optional() });

/** Replaces ids with others of the same format that no record has. */
function withOtherIds(input: unknown): unknown {
  const text = JSON.stringify(input).replaceAll(/[0-9a-f]{32}/g, (id) =>
    createHash('md5').update(id).digest('hex'),
  );
  const other: unknown = JSON.parse(text);
  const { file } = Parts.safeParse(input).data ?? {};
  return file ? { ...Parts.omit({ file: true }).parse(other), file } : other;
}

/** Leaves out refused keys, which are stored so that they never serve another request; that is no effect. */
async function effectsStored({ store }: TestApi) {
  return (await everythingStored(store)).filter(({ type }) => type !== 'idem');
}
