import type { CallInput } from '@handoff/shared/contract/endpoint';
import type { api } from '@handoff/shared/contract/api';

type Intake = CallInput<typeof api.referrals.create, File>['body'];

/** A referral as intake would type it. */
export function referralDraft(changes: Partial<Intake> = {}): Intake {
  return {
    ReceivedAt: '2026-11-20T14:05:00.000Z',
    Source: {
      Kind: 'Hospital',
      Organization: 'Saint Example Hospital',
      ContactName: 'Dee Discharge',
      Phone: '(860) 555-0101',
    },
    Patient: { FirstName: 'Pat', LastName: 'Sample', DateOfBirth: '1948-03-12', Phone: '8605550102' },
    Address: {
      StreetAddress: '12 MAIN ST',
      Unit: '',
      City: 'HARTFORD',
      County: 'Hartford',
      State: 'CT',
      ZipCode: '6103',
      InFile: false,
    },
    Payers: [{ Name: 'Medicare', Plan: '', MemberId: '' }],
    Services: ['Skilled nursing'],
    ClinicalSummary: 'Recovering at home.',
    ...changes,
  };
}

export const pdf = (text = 'a page', name = 'orders.pdf') =>
  new File([`%PDF-1.4\n% ${text}\n%%EOF\n`], name, { type: 'application/pdf' });
