import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshApi } from '../../testing/api.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { HARBOR } from '../../testing/people.ts';

test('a kind that named the channel of an older referral becomes its channel, and is read until then', async () => {
  const handoff = await freshApi();
  const { Id: id } = await referral(handoff);
  const partition = handoff.store.app(`d:${HARBOR}`);
  const read = await partition.read(id);
  if (!read) throw new Error('no referral');
  const { _etag: ifMatch, ...stored } = read;
  const Source = { Kind: 'Fax', Organization: 'Riverside Clinic', ContactName: '', Phone: '' };
  await partition.commit([{ op: 'replace', document: { ...stored, Source }, ifMatch }]);
  const source = async () =>
    (await handoff.call(api.referrals.byId, { query: { id } }, { as: 'ana' })).ok().ReferralInfo[0]?.Source;
  expect(await source()).toEqual({ ...Source, Channel: '' });

  await handoff.app.jobs.deleted.run();
  expect(await source()).toEqual({ ...Source, Kind: 'Other', Channel: 'Fax' });
  const { ReferralActivity } = (
    await handoff.call(api.referrals.activity, { query: { id } }, { as: 'mia' })
  ).ok();
  expect(ReferralActivity[0]?.changes).toMatchObject([
    { field: 'Source.Kind', old: 'Fax', new: 'Other' },
    { field: 'Source.Channel', new: 'Fax' },
  ]);
  const query = { Channel: 'Fax', SourceKind: 'Other' } as const;
  const found = (await handoff.call(api.referrals.list, { query }, { as: 'ana' })).ok();
  expect(found.ReferralInfo.map(({ Id }) => Id)).toEqual([id]);
});
