import { api } from '@handoff/shared/contract/api';
import { revealReasons } from '@handoff/shared/contract/referrals/referral-exports';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { checkDraft } from '../../testing/examples/eligibility-examples.ts';
import { blobName } from '../../testing/examples/example-records.ts';
import type { PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const [Reason] = revealReasons;
const MBI = '1EG4TE5MK73';

async function referralOf(Mbi: string, person: object = {}): Promise<string> {
  const { Patient, ...draft } = referralDraft();
  const body = { ...draft, Patient: { ...Patient, ...person, Mbi, Ssn: '' } };
  const made = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok();
  return made.ReferralInfo[0]?.Id ?? '';
}

const open = (id: string, as: PersonName) => handoff.call(api.referrals.byId, { query: { id } }, { as });

const whoSaw = (ReferralId: string, Only?: 'disclosures') =>
  handoff.call(api.audit.patientAccess, { query: { ReferralId, ...(Only && { Only }) } }, { as: 'mia' });

async function linesOf(...asked: Parameters<typeof whoSaw>) {
  return (await whoSaw(...asked)).ok().PatientAccessInfo.map(({ name, action }) => `${name} ${action}`);
}

test('a manager reads who saw a patient in any of their referrals, which is logged, too', async () => {
  const [one, again, other] = [await referralOf(MBI), await referralOf(MBI), await referralOf('')];
  await open(one, 'cal');
  await open(again, 'vic');
  await open(other, 'bo');
  const file = await blobName(handoff, again);
  await handoff.call(api.services.downloadFile, { params: { blobName: file } }, { as: 'cal' });
  await handoff.call(api.referrals.revealNumbers, { body: { Id: one, Reason } }, { as: 'ana' });
  const body = checkDraft({ ReferralId: again });
  const { CheckId } = (await handoff.call(api.medicareEligibility.check, { body }, { as: 'ana' })).ok();
  await handoff.call(api.medicareEligibility.byId, { query: { id: CheckId } }, { as: 'cal' });

  const report = (await whoSaw(one)).ok();
  expect(new Set(report.ReferralIds)).toEqual(new Set([one, again]));
  const lines = await linesOf(one);
  for (const line of [
    'Cal Clinician referral.viewed',
    'Vic Viewer referral.viewed',
    'Cal Clinician document.downloaded',
    'Ana Intake patient-numbers.revealed',
    'Ana Intake eligibility.checked',
    'Cal Clinician check.viewed',
    'Mia Manager patient-access.read',
  ])
    expect(lines).toContain(line);
  expect(lines.some((line) => line.startsWith('Bo '))).toBe(false);
  expect(new Set(await linesOf(again))).toEqual(new Set(lines));

  for (const as of ['ana', 'cal', 'vic', 'ada'] as const)
    expect((await handoff.call(api.audit.patientAccess, { query: { ReferralId: one } }, { as })).status).toBe(
      403,
    );
  expect((await whoSaw('referral-none')).status).toBe(404);
});

test('two people with one number are not one patient in the log, nor two who were marked as different', async () => {
  const one = await referralOf(MBI);
  const wrong = await referralOf(MBI, { FirstName: 'Al', LastName: 'Demoray', DateOfBirth: '1971-02-03' });
  await open(wrong, 'cal');
  expect((await whoSaw(one)).ok().ReferralIds).toEqual([one]);
  expect(await linesOf(one)).not.toContain('Cal Clinician referral.viewed');

  const again = await referralOf(MBI);
  expect((await whoSaw(one)).ok().ReferralIds).toEqual([one, again]);
  const apart = { Id: again, NotDuplicateOf: [one] };
  (await handoff.call(api.referrals.update, { body: apart }, { as: 'ana' })).ok();
  expect((await whoSaw(one)).ok().ReferralIds).toEqual([one]);
  // A person who links them knows better.
  const linked = { Id: wrong, EarlierReferralId: one };
  (await handoff.call(api.referrals.update, { body: linked }, { as: 'ana' })).ok();
  expect((await whoSaw(one)).ok().ReferralIds).toEqual([one, wrong]);
  expect((await whoSaw(wrong)).ok().ReferralIds).toEqual([wrong, one]);
});

test('the log is of all referrals of the patient, however many there are', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 53; made += 1) ids.push(await referralOf(MBI));
  const [first = ''] = ids;
  expect(new Set((await whoSaw(first)).ok().ReferralIds)).toEqual(new Set(ids));
});

test('disclosures outside the agency are accounted for: to whom, when, and why', async () => {
  const id = await referralOf(MBI);
  await open(id, 'cal');
  const body = checkDraft({ ReferralId: id });
  (await handoff.call(api.medicareEligibility.check, { body }, { as: 'ana' })).ok();
  const Decision = {
    Kind: 'Declined',
    Reason: 'No capacity',
    Comment: '',
    HandedTo: 'Harbor Hospice, "East"',
  } as const;
  (await handoff.call(api.referrals.update, { body: { Id: id, Decision } }, { as: 'ana' })).ok();
  expect(await linesOf(id, 'disclosures')).toEqual([
    'Ana Intake referral.updated',
    'Ana Intake eligibility.checked',
  ]);

  const query = { ReferralId: id, Only: 'disclosures' } as const;
  const file = await handoff.call(api.audit.patientAccessFile, { query }, { as: 'mia' });
  const [header, ...rows] = file.text.trimEnd().split('\r\n');
  expect(header).toBe(
    '\uFEFFAt (UTC),Person,Person id,Action,Record,Disclosed to,Purpose of the disclosure,Reason,Request',
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain(',"Harbor Hospice  ""East""",Treatment: referral sent to another provider,');
  expect(rows[1]).toContain(',Medicare,Payment: eligibility inquiry,');
  expect(await linesOf(id, 'disclosures')).toContain('Mia Manager patient-access.exported');
});

test('the log still says who saw a deleted patient', async () => {
  const id = await referralOf('');
  await open(id, 'cal');
  (await handoff.call(api.referrals.remove, { body: { Id: id } }, { as: 'ana' })).ok();
  expect(await linesOf(id)).toEqual(expect.arrayContaining(['Cal Clinician referral.viewed']));
});
