import { MAX_EXPORTED_REFERRALS } from '@handoff/shared/contract/referrals/referrals';
import { ClinicalField } from '@handoff/shared/domain/person/clinical-block';
import { clinicalLabel } from '@handoff/shared/domain/person/clinical-labels';
import { BusinessDomain, minuteIn } from '@handoff/shared/domain/agency/business-domain';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { fieldsOf } from '@handoff/shared/domain/referral/referral-field-table';
import { type ReferralPart } from '@handoff/shared/domain/referral/referral-fields';
import { csvFile, csvOf, EXPORT_PAGE, wholeExport, type CsvColumn } from '../../core/csv-export.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { type DomainLists, listsKind } from '../../records/kinds/agency-records.ts';
import { businessDomainKind } from '../../records/kinds/user-records.ts';
import { referralsAt } from './list-referrals.ts';

/** The fields that the list shows, and the clinical block; no numbers, streets or summaries. */
export const exportReferrals: ApiHandlers['referrals']['exportFile'] = async ({ body }, context) => {
  const { find, viewed, now, system, caller } = context;
  const [lists, domain, referrals] = await Promise.all([
    find.get(listsKind, 'lists'),
    system.get(businessDomainKind, caller.businessDomainId),
    wholeExport((Continuation) => referralsAt({ ...body, PageSize: EXPORT_PAGE, Continuation }, context), {
      most: MAX_EXPORTED_REFERRALS,
      refusal: `These are more than ${MAX_EXPORTED_REFERRALS.toLocaleString('en-US')} referrals. Narrow the list, for example by the days received.`,
    }),
  ]);
  viewed(
    'Referrals as CSV',
    referrals.map(({ Id }) => Id),
  );
  const { TimeZone } = BusinessDomain.pick({ TimeZone: true }).parse(domain ?? {});
  return csvFile('referrals', referralCsv(referrals, { lists, timeZone: TimeZone }), now);
};

interface Naming {
  lists: DomainLists | undefined;
  timeZone: string;
}

function referralCsv(referrals: readonly Referral[], { lists, timeZone }: Naming): string {
  const local = (iso: string | undefined) => iso && minuteIn(timeZone, new Date(iso));
  const service = nameIn(lists?.SettingsDisciplinesInfo);
  const status = nameIn(lists?.SettingsReferralStatusesInfo);
  const eligibility = nameIn(lists?.SettingsEligibilityStatusesInfo);
  const reason = nameIn(lists?.SettingsDeclineReasonsInfo);
  const columns: readonly CsvColumn<Referral>[] = [
    ['Received (UTC)', ({ ReceivedAt }) => ReceivedAt],
    [`Received (${timeZone})`, ({ ReceivedAt }) => local(ReceivedAt)],
    ['Last name', ({ Patient }) => Patient.LastName],
    ...columnsOf('Patient'),
    ['ZIP code', ({ Address }) => Address.ZipCode],
    ...columnsOf('Address'),
    ['Services', ({ Services }) => Services.map(service).join('; ')],
    ...columnsOf('Source'),
    ['Payers', ({ Payers }) => Payers.map(({ Name }) => Name).join('; ')],
    ['Priority', ({ Priority }) => (Priority === true ? 'yes' : '')],
    ['Documents', ({ DocumentCount }) => DocumentCount],
    ['Notes', ({ NoteCount }) => NoteCount],
    ['Owner', ({ Owner }) => Owner?.FullName],
    ['Status', ({ StatusId }) => status(StatusId)],
    ['Eligibility', ({ EligibilityStatusId }) => eligibility(EligibilityStatusId)],
    ['Decision', ({ Decision }) => Decision.Kind],
    ['Decline reason', ({ Decision }) => reason(Decision.Reason)],
    ['Decided (UTC)', ({ DecidedAt }) => DecidedAt],
    [`Decided (${timeZone})`, ({ DecidedAt }) => local(DecidedAt)],
    ['Referral', ({ Id }) => Id],
    ...ClinicalField.options.map((field): CsvColumn<Referral> => [
      clinicalLabel(field),
      ({ Clinical }) => Clinical[field],
    ]),
  ];
  return csvOf(columns, referrals);
}

const columnsOf = (part: ReferralPart) =>
  fieldsOf(part).flatMap(({ export: header, name }): CsvColumn<Referral>[] =>
    header === undefined ? [] : [[header, (referral) => String(Reflect.get(referral[part], name))]],
  );

function nameIn(entries: readonly { Id: string; Name: string }[] = []): (id?: string) => string {
  const names = new Map(entries.map(({ Id, Name }) => [Id, Name]));
  return (id = '') => names.get(id) ?? id;
}
