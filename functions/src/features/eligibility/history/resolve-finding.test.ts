import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshApi } from '../../../testing/api.ts';
import { resolutionDraft } from '../../../testing/examples/eligibility-examples.ts';

const { resolve, byId } = api.medicareEligibility;

test('a finding is resolved with a word on how, which others of the agency read, and is opened again', async () => {
  const handoff = await freshApi();
  const body = await resolutionDraft(handoff);
  const { MedicareCheck: before } = (
    await handoff.call(byId, { query: { id: body.Id } }, { as: 'mia' })
  ).ok();
  (await handoff.call(resolve, { body }, { as: 'ana' })).ok();
  const seen = async () =>
    (await handoff.call(byId, { query: { id: body.Id } }, { as: 'mia' })).ok().MedicareCheck;
  expect((await seen()).Resolutions).toMatchObject([{ Finding: body.Finding, How: body.How }]);
  expect((await seen()).Verdict).toBe(before.Verdict);

  const unknown = await handoff.call(resolve, { body: { ...body, Finding: 'Another' } }, { as: 'ana' });
  expect(unknown.status).toBe(404);
  (await handoff.call(resolve, { body: { ...body, How: '' } }, { as: 'ana' })).ok();
  expect((await seen()).Resolutions).toEqual([]);
});
