import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';

test('the list is exported as filtered and sorted, with names for ids, safe for a spreadsheet', async () => {
  const handoff = await freshApi();
  const { Patient, Source } = referralDraft();
  const record = async (FirstName: string, Channel: 'Fax' | 'Phone', Organization = '') => {
    const body = referralDraft({
      Patient: { ...Patient, FirstName },
      Source: { ...Source, Channel, Organization },
    });
    (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok();
  };
  await record('Bela', 'Fax', '=HYPERLINK("http://x"), Inc.');
  await record('Alba', 'Fax');
  await record('Cleo', 'Phone');

  const body = { Channel: 'Fax', Sort: 'PatientName' } as const;
  const answer = await handoff.call(api.referrals.exportFile, { body }, { as: 'ana' });
  expect(answer.headers['Content-Type']).toMatch('text/csv');
  const [header, alba, bela, ...none] = answer.text.split('\r\n');
  expect(header).toMatch(
    /^\uFEFFReceived \(UTC\),Received \(America\/New_York\),Last name,First name,Date of birth,ZIP code/,
  );
  expect(alba).toMatch(
    /,Sample,Alba,1948-03-12,06103,HARTFORD,Hartford,CT,Skilled nursing,Hospital,Fax,,Medicare,/,
  );
  const [utc = '', local] = alba?.split(',') ?? [];
  const shown = new Date(utc).toLocaleString('sv-SE', { timeZone: 'America/New_York' });
  expect(local).toBe(shown.slice(0, '2026-11-21 09:05'.length));
  expect(local).not.toBe(utc.slice(0, 16).replace('T', ' '));
  expect(alba).toMatch(/,New,,Pending,,,,referral-/);
  expect(bela).toContain(`,Bela,`);
  expect(bela).toContain(`"'=HYPERLINK(""http://x"")  Inc."`);
  expect(none).toEqual(['']);
});
