import { noAddress, noPatient } from '@handoff/shared/domain/referral/referral-fields';
import type { ZipCounties, ReadContext, ReadPorts } from '../../../core/context.ts';
import { fitOf } from './fit.ts';
import {
  duplicateWords,
  type PossibleDuplicate,
  type ReferralChecks,
  type ReferralFit,
} from '@handoff/shared/domain/referral/referral-checks';
import type { Referral, ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { phoneDigits } from '@handoff/shared/domain/person/contact';
import { isMbi, plainNumber, Ssn } from '@handoff/shared/domain/person/identifiers';
import type { Capacity } from '@handoff/shared/domain/agency/capacity';
import type { ServiceArea } from '@handoff/shared/domain/agency/directory';
import { listAll } from '../../../records/reader.ts';
import type { Reader, Selection } from '../../../core/unit-of-work.ts';
import { select } from '../../../records/select.ts';
import {
  agencyDay,
  capacityKind,
  contractedPayerKind,
  listsKind,
  serviceAreaKind,
} from '../../../records/kinds/agency-records.ts';
import { duplicateKeysToFind, storedKeysToFind } from '../../../records/duplicate-keys.ts';
import type { KeyedReferral } from '../../../records/kinds/referral-records.ts';
import { nextDates } from '../admission-answer.ts';
import { documentsOfReferrals, notesUnreadBy } from '../referral-queries.ts';
import { compareDraft, findDuplicates, isTooLittle, unnamed } from './duplicates.ts';
import { ordererCheck } from './orderer.ts';
import { findStops, notLookedUp, readmissionCheck } from './readmission.ts';
import type { AreaHandlers } from '../../../http/handlers.ts';

interface Question {
  referral: KeyedReferral;
  documents: readonly Pick<ReferralDocument, 'DocumentTypeId'>[];
}

export type CheckPorts = Pick<ReadPorts, 'counties' | 'orderList'>;
export type ReferralHandlers = AreaHandlers<'referrals', CheckPorts>;

type Context = Pick<ReadContext, 'find' | 'system' | 'caller' | 'now'> & Pick<CheckPorts, 'counties'>;
type KeyedContext = Context & CheckPorts & Pick<ReadContext, 'fieldKeys'>;

/** The rules are checked for today, because care would begin now. */
export async function checkReferral(
  context: KeyedContext,
  { referral, documents }: Question,
): Promise<ReferralChecks> {
  const { find, fieldKeys, caller } = context;
  const at = { find, fieldKeys, domainId: caller.businessDomainId };
  const [rules, versions, Orderer] = await Promise.all([
    rulesOf(context, [referral.Address.State]),
    storedKeysToFind(at, referral),
    ordererCheck(context, referral.Clinical),
  ]);
  const fit = fitOf({ ...rules, referral, documents });
  const [duplicates, stops] = await Promise.all([
    findDuplicates(find, referral, versions),
    findStops(find, { fields: referral, versions, day: rules.day }),
  ]);
  return {
    ReferralId: referral.Id,
    ...fit,
    Duplicates: duplicateCheck(duplicates),
    Readmission: readmissionCheck(stops),
    Orderer,
  };
}

/** Checks a referral while it is typed; nothing of it is stored. */
export const checkDraft: ReferralHandlers['checkDraft'] = async ({ body }, context) => {
  const { Patient, Address, DocumentTypeIds, ...asked } = body;
  const numbers = {
    ...(isMbi(plainNumber(Patient.Mbi)) && { 'Patient.Mbi': plainNumber(Patient.Mbi) }),
    ...(Ssn.safeParse(Patient.Ssn).success && { 'Patient.Ssn': Ssn.parse(Patient.Ssn) }),
  };
  const draft = {
    ...asked,
    Payers: asked.Payers.map((payer) => ({ ...payer, MemberId: '' })),
    // A number that is still being typed is none to check with.
    Patient: {
      ...noPatient,
      ...Patient,
      Mbi: numbers['Patient.Mbi'] ?? '',
      Phone: phoneDigits(Patient.Phone),
    },
    Address: { ...noAddress, InFile: false, ...Address },
  };
  const { caller, fieldKeys, find, viewed } = context;
  const domainId = caller.businessDomainId;
  const [rules, versions] = await Promise.all([
    rulesOf(context, [Address.State]),
    duplicateKeysToFind(fieldKeys, { domainId, fields: draft, numbers }),
  ]);
  const isLookedUp = !isTooLittle(draft, numbers);
  const [duplicates, stops] = isLookedUp
    ? await Promise.all([
        findDuplicates(find, { ...draft, Id: '' }, versions, compareDraft),
        findStops(find, { fields: draft, versions, day: rules.day, compare: compareDraft }),
      ])
    : [[], []];
  const shown = [
    ...(duplicates ?? []).map(({ ReferralId }) => ReferralId),
    ...(stops ?? []).map(({ Id }) => Id),
  ];
  viewed('Check of a new referral', shown);
  const documents = DocumentTypeIds.map((DocumentTypeId) => ({ DocumentTypeId }));
  const fit = fitOf({ ...rules, referral: draft, documents });
  const checks = {
    Duplicates: duplicateCheck(duplicates),
    Readmission: isLookedUp
      ? readmissionCheck(stops?.map((stop) => ({ ...stop, Reasons: unnamed(stop.Reasons) })))
      : notLookedUp,
    Orderer: null,
  };
  return { ReferralChecks: [{ ...fit, ...checks }] };
};

/** Checks rows of a list, without a search for duplicates; documents and notes of all rows are read at once. */
export async function fitsOfRows(context: Context, referrals: readonly Referral[]): Promise<ReferralFit[]> {
  if (referrals.length === 0) return [];
  const { find, caller } = context;
  // Most rows have none yet, so their documents and notes need not be read.
  const ofThose = (wanted: (referral: Referral) => boolean) => referrals.filter(wanted).map(({ Id }) => Id);
  const [rules, documents, unread, next] = await Promise.all([
    rulesOf(
      context,
      referrals.map(({ Address }) => Address.State),
    ),
    ofReferrals(
      find,
      documentsOfReferrals,
      ofThose(({ DocumentCount }) => DocumentCount > 0),
    ),
    ofReferrals(
      find,
      (ids) => notesUnreadBy(caller.person.Id, ids),
      ofThose(({ NoteCount }) => NoteCount > 0),
    ),
    nextDates(context, referrals),
  ]);
  return referrals.map((referral) => ({
    ReferralId: referral.Id,
    ...fitOf({ ...rules, referral, documents: documents.get(referral.Id) ?? [] }),
    UnreadNotes: unread.get(referral.Id)?.length ?? 0,
    NextDate: next.get(referral.Id) ?? null,
  }));
}

const PAGE_SIZE = 1000;

async function ofReferrals<T extends { ReferralId: string }>(
  find: Reader,
  partsOf: (referrals: readonly string[]) => Selection<T>,
  referrals: readonly string[],
): Promise<Map<string, T[]>> {
  if (referrals.length === 0) return new Map();
  const found = await listAll(find, partsOf(referrals), PAGE_SIZE);
  return Map.groupBy(found, ({ ReferralId }) => ReferralId);
}

async function rulesOf(context: Context, states: readonly string[]) {
  const { find } = context;
  const [areas, capacities, contracts, lists, day] = await Promise.all([
    listAll(find, select(serviceAreaKind)),
    listAll(find, select(capacityKind)),
    listAll(find, select(contractedPayerKind)),
    find.get(listsKind, 'lists'),
    agencyDay(context),
  ]);
  const documentTypes = lists?.SettingsDocumentTypesInfo ?? [];
  const statuses = lists?.SettingsReferralStatusesInfo ?? [];
  const disciplines = lists?.SettingsDisciplinesInfo ?? [];
  const counties = await countiesAsked(context, { areas, capacities, states });
  return { areas, capacities, counties, contracts, documentTypes, statuses, disciplines, day };
}

interface CountiesAsked {
  areas: readonly ServiceArea[];
  capacities: readonly Capacity[];
  states: readonly string[];
}

/** Counties are read only for states in which an area or a capacity is defined by county. */
async function countiesAsked(
  { counties }: Context,
  { areas, capacities, states }: CountiesAsked,
): Promise<ReadonlyMap<string, ZipCounties>> {
  const byCounty = new Set([
    ...areas.flatMap((area) => area.Counties.map(({ State }) => State)),
    ...capacities.map(({ State }) => State),
  ]);
  const asked = [...new Set(states)].filter((state) => byCounty.has(state));
  return new Map(await Promise.all(asked.map(async (state) => [state, await counties(state)] as const)));
}

/** Describes the duplicates found; undefined means that no lookup was possible. */
function duplicateCheck(found: PossibleDuplicate[] | undefined): ReferralChecks['Duplicates'] {
  const rule = { Rule: 'Score of names, date of birth and numbers', Found: found ?? [] };
  if (!found) return { ...rule, Answer: 'unknown', Reason: 'Duplicates could not be checked.' };
  const [nearest] = found;
  if (!nearest) return { ...rule, Answer: 'no', Reason: 'No other referral looks like the same patient.' };
  const Answer = nearest.Likelihood === 'probable' ? 'yes' : 'unknown';
  return { ...rule, Answer, Reason: `${duplicateWords(nearest)}.` };
}
