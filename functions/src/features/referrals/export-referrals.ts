import type { Api } from '@handoff/shared/contract/api';
import { MAX_EXPORTED_REFERRALS } from '@handoff/shared/contract/referrals/referrals';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { stringify } from 'csv-stringify/sync';
import { csvFile, EXPORT_PAGE, wholeExport } from '../../core/csv-export.ts';
import type { ReadHandler } from '../../http/handlers.ts';
import { type DomainLists, listsKind } from '../../records/kinds/agency-records.ts';
import { referralsAt } from './list-referrals.ts';

/** Exports every row of a list with the fields that the list shows: numbers, streets and summaries are left out. */
export const exportReferrals: ReadHandler<Api['referrals']['exportFile']> = async ({ body }, context) => {
  const { find, viewed, now } = context;
  const [lists, referrals] = await Promise.all([
    find.get(listsKind, 'lists'),
    wholeExport((Continuation) => referralsAt({ ...body, PageSize: EXPORT_PAGE, Continuation }, context), {
      most: MAX_EXPORTED_REFERRALS,
      refusal: `These are more than ${MAX_EXPORTED_REFERRALS.toLocaleString('en-US')} referrals. Narrow the list, for example by the days received.`,
    }),
  ]);
  viewed(
    'Referrals as CSV',
    referrals.map(({ Id }) => Id),
  );
  return csvFile('referrals', referralCsv(referrals, lists), now);
};

const header = [
  'Received (UTC)',
  'Last name',
  'First name',
  'Date of birth',
  'ZIP code',
  'City',
  'County',
  'State',
  'Services',
  'Source',
  'Referred by',
  'Payers',
  'Priority',
  'Documents',
  'Notes',
  'Owner',
  'Status',
  'Eligibility',
  'Decision',
  'Decline reason',
  'Decided (UTC)',
  'Referral',
];

function referralCsv(referrals: readonly Referral[], lists: DomainLists | undefined): string {
  const service = nameIn(lists?.SettingsDisciplinesInfo);
  const status = nameIn(lists?.SettingsReferralStatusesInfo);
  const eligibility = nameIn(lists?.SettingsEligibilityStatusesInfo);
  const reason = nameIn(lists?.SettingsDeclineReasonsInfo);
  const rows = referrals.map((referral) => {
    const { Patient, Address, Source, Decision } = referral;
    return [
      referral.ReceivedAt,
      Patient.LastName,
      Patient.FirstName,
      Patient.DateOfBirth,
      Address.ZipCode,
      Address.City,
      Address.County,
      Address.State,
      referral.Services.map(service).join('; '),
      Source.Kind,
      Source.Organization,
      referral.Payers.map(({ Name }) => Name).join('; '),
      referral.Priority === true ? 'yes' : '',
      referral.DocumentCount,
      referral.NoteCount,
      referral.Owner?.FullName ?? '',
      status(referral.StatusId),
      eligibility(referral.EligibilityStatusId),
      Decision.Kind,
      reason(Decision.Reason),
      referral.DecidedAt ?? '',
      referral.Id,
    ];
  });
  return stringify([header, ...rows], csvFormat);
}

function nameIn(entries: readonly { Id: string; Name: string }[] = []): (id?: string) => string {
  const names = new Map(entries.map(({ Id, Name }) => [Id, Name]));
  return (id = '') => names.get(id) ?? id;
}
