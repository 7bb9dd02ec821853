import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { changeUser } from '../testing/stored.ts';
import { readFirst, sendByHand } from '../testing/by-hand.ts';
import { areaDraft, insuranceDraft, partnerDraft, payerDraft } from '../testing/examples/drafts.ts';
import { party } from '../testing/examples/example-records.ts';
import { HARBOR, type PersonName } from '../testing/people.ts';

// In these tests a client that has only the specification edits partners, payers, service areas and insurances.
let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const send = (endpoint: Endpoint, as: PersonName, body: unknown) =>
  sendByHand(handoff, endpoint, { as, body });
const read = (endpoint: Endpoint, as: PersonName, from: { list: string }) =>
  readFirst(handoff, endpoint, { as, ...from });

describe.each([
  ['partners', api.partners, 'PartnersInfo', partnerDraft()],
  ['contracted payers', api.contractedPayers, 'ContractedPayersInfo', payerDraft()],
  ['service areas', api.serviceAreas, 'ServiceAreasInfo', areaDraft()],
  ['insurances', api.insurances, 'InsurancesInfo', insuranceDraft()],
] as const)('%s', (_what, calls, list, draft) => {
  test('a record needs only a name', async () => {
    const created = await send(calls.create, 'mia', { Name: 'Naive' });
    expect(created.ok()).toMatchObject({ [list]: [{ Name: 'Naive' }] });
    expect(await read(calls.list, 'mia', { list })).toMatchObject({ Name: 'Naive' });
  });

  test('a record can be changed as it was read, and one that someone else changed since is refused', async () => {
    await party(handoff, calls.create, draft);
    const record = await read(calls.list, 'mia', { list });
    await changeUser(handoff, 'bo', { roles: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Manager' }] });
    const updated = await send(calls.update, 'mia', { ...record, Name: 'Changed' });
    expect(updated.ok()).toMatchObject({
      [list]: [
        { ...draft, ...record, Name: 'Changed', Etag: expect.any(String), UpdatedAt: expect.any(String) },
      ],
    });
    expect((await send(calls.update, 'bo', { ...record, Name: 'Late' })).error().code).toBe('conflict');
    expect((await send(calls.remove, 'bo', record)).error().code).toBe('conflict');
  });

  test('without an Etag the sent fields change the current version', async () => {
    const { Id } = await party(handoff, calls.create, draft);
    await send(calls.update, 'mia', { Id, Name: 'First' });
    await send(calls.update, 'mia', { Id, Name: 'Second' });
    const record = await read(calls.list, 'mia', { list });
    const { Name: _name, ...others } = record;
    expect(record['Name']).toBe('Second');
    expect(others).toMatchObject(
      Object.fromEntries(Object.entries(others).filter(([field]) => field in draft)),
    );
  });

  test.each(['the record', 'its id', 'its bare id'])('%s is enough to delete a record', async (what) => {
    await party(handoff, calls.create, draft);
    const record = await read(calls.list, 'mia', { list });
    const bodies: Record<string, unknown> = { 'the record': record, 'its id': { Id: record.Id } };
    expect((await send(calls.remove, 'mia', bodies[what] ?? record.Id)).status).toBe(200);
  });

  test('an unknown field is refused and named', async () => {
    const refused = await send(calls.create, 'mia', { Name: 'Naive', Title: 'Naive' });
    expect(refused.error().ErrorMessage).toBe('Title is not a field of this call');
  });
});
