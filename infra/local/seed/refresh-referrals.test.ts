import { createCosmosStore } from '@handoff/functions/platform/azure/cosmos/store';
import { ensureContainers } from '@handoff/functions/platform/containers';
import { businessDomainKind } from '@handoff/functions/records/kinds/user-records';
import { referralKind } from '@handoff/functions/records/kinds/referral-records';
import { expect, onTestFinished, test } from 'vitest';
import { startCosmos } from '../cosmos/start.ts';
import { refreshReferrals } from './refresh-referrals.ts';

const person = { Id: 'user-1', FullName: 'Ana Intake' };
const morning = '2026-01-01T10:00:00.000Z';

/** Builds a referral from a version that stored no search keys. */
const old = (n: number) => ({
  id: `referral-${n}`,
  Id: `referral-${n}`,
  type: referralKind.type,
  DeletedAt: null,
  Etag: 'e',
  StatusId: 'new',
  Decision: { Kind: 'Pending', Reason: '', Comment: '' },
  Owner: null,
  CreatedAt: morning,
  CreatedBy: person,
  UpdatedAt: morning,
  UpdatedBy: person,
  DocumentCount: 0,
  NoteCount: 0,
  ReceivedAt: morning,
  Source: { Kind: 'Hospital', Organization: '', ContactName: '', Phone: '' },
  Patient: { FirstName: 'Pat', LastName: 'Sample', DateOfBirth: '1948-03-12', Ssn: '', Mbi: '', Phone: '' },
  Address: {
    StreetAddress: '1 A',
    Unit: '',
    City: 'B',
    County: '',
    State: 'CT',
    ZipCode: '06103',
    InFile: true,
  },
  Payers: [],
  Services: [],
  ClinicalSummary: '',
  Sealed: { Ssn: 'enc:v1:kept' },
});

test('referrals of an older version become searchable and sortable, and lose nothing', async () => {
  const cosmos = await startCosmos({ port: 0 });
  onTestFinished(() => cosmos.close());
  const at = { endpoint: cosmos.url, key: cosmos.key, database: 'handoff' };
  await ensureContainers(at);
  const store = createCosmosStore(at);
  onTestFinished(() => store.close());
  const agency = { id: 'domain-1', type: businessDomainKind.type, DeletedAt: null };
  await store.app('sys').commit([{ op: 'create', document: agency }]);
  const partition = store.app('d:domain-1');
  await partition.commit(Array.from({ length: 70 }, (_, n) => ({ op: 'create', document: old(n) })));

  await refreshReferrals(store);
  for (const n of [0, 69]) {
    const { _etag, ...document } = (await partition.read(`referral-${n}`)) ?? { _etag: '' };
    expect(document).toMatchObject(old(n));
    expect(document).toMatchObject({
      SortName: 'sample, pat',
      SearchGrams: { Patient: expect.arrayContaining(['pa', 'pat']) },
    });
  }
});
