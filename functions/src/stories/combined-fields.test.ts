import { readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { areaDraft, payerDraft } from '../testing/examples/drafts.ts';
import { referral } from '../testing/examples/example-records.ts';
import { EVERGREEN } from '../testing/people.ts';

// Each field by itself is valid in these requests, but together they are not. The rules and their texts are listed in
// infra/docs/protection.md, and each line there has its request here.

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const period = { StartsOn: '2026-05-02', EndsOn: '2026-05-01' };
const fresh = { Id: 'new', Name: 'New', Color: 'blue', Terminal: false } as const;
const accepted = {
  Id: 'yes',
  Name: 'Accepted',
  Color: 'green',
  Terminal: true,
  Decision: 'Accepted',
} as const;
const mia = { as: 'mia' } as const;

const saveStatuses = (statuses: object[]) => {
  const rawBody = JSON.stringify({ Etag: '', SettingsReferralStatusesInfo: statuses });
  const body = { Etag: '', SettingsReferralStatusesInfo: [fresh] };
  return handoff.call(api.settings.updateReferralStatuses, { body }, { ...mia, rawBody });
};

async function change(fields: object) {
  const { Id } = await referral(handoff);
  return handoff.call(api.referrals.update, { body: { Id, ...fields } }, { as: 'ana' });
}

const requests: Record<string, () => Promise<{ error(): { ErrorMessage: string } }>> = {
  'a contract that ends before it begins': () =>
    handoff.call(api.contractedPayers.create, { body: payerDraft(period) }, mia),
  'an area that ends before it begins': () =>
    handoff.call(api.serviceAreas.create, { body: areaDraft(period) }, mia),
  'a range of ZIP codes from the higher to the lower': () =>
    handoff.call(
      api.serviceAreas.create,
      { body: areaDraft({ ZipRanges: [{ From: '06120', To: '06105' }] }) },
      mia,
    ),
  'a county of a state that the area does not have': () =>
    handoff.call(
      api.serviceAreas.create,
      { body: areaDraft({ Counties: [{ State: 'NY', County: 'Kings' }] }) },
      mia,
    ),
  'two entries of a list with one name': () => saveStatuses([fresh, { ...fresh, Id: 'other', Name: 'NEW' }]),
  'two entries of a list with one id': () => saveStatuses([fresh, { ...fresh, Name: 'Other' }]),
  'a list of statuses without one for new referrals': () => saveStatuses([{ ...fresh, Retired: true }]),
  'two roles of a person in one agency': () => {
    const roles = ['Intake', 'Viewer'] as const;
    const body = {
      LocalAccountId: '00000000-0000-4000-8000-000000000099',
      FullName: 'Nora Newcomer',
      Email: 'nora@example.org',
      RolesWithinAgencies: roles.map((RoleWithinAgency) => ({
        BusinessDomainId: EVERGREEN,
        RoleWithinAgency,
      })),
    };
    return handoff.call(api.users.create, { body }, { as: 'ada' });
  },
  'a decline without a reason': () => change({ Decision: { Kind: 'Declined', Reason: '' } }),
  'a reason without a decline': () => change({ Decision: { Kind: 'Accepted', Reason: 'area' } }),
  'a status for accepted referrals on one that is not': async () => {
    (await saveStatuses([fresh, accepted])).ok();
    return change({ StatusId: 'yes' });
  },
  'a referral that is its own earlier one': async () => {
    const { Id } = await referral(handoff);
    return handoff.call(api.referrals.update, { body: { Id, EarlierReferralId: Id } }, { as: 'ana' });
  },
};

const listed = new Map(
  [...section('Fields that fit each other').matchAll(/^\| ([^|]+) \| “([^”|]+)” \|$/gm)].map(
    ([, what = '', text = '']) => [what, text],
  ),
);

test('every rule of the list has its request', () => {
  expect([...listed.keys()]).toEqual(Object.keys(requests));
});

test.each(Object.entries(requests))('refused in these words: %s', async (what, send) => {
  const answer = await send();
  expect(answer.error().ErrorMessage).toContain(listed.get(what));
});

function section(title: string): string {
  const file = path.join(import.meta.dirname, '../../../infra/docs/protection.md');
  const [, text = ''] = readFileSync(file, 'utf8').split(`\n## ${title}\n`);
  return text.split('\n## ')[0] ?? '';
}
