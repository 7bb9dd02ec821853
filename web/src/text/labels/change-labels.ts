import * as z from 'zod';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import { agencyActions, systemActions } from '@handoff/shared/domain/records/audit-actions';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { clinicalLabelAt } from '@handoff/shared/domain/person/clinical-labels';
import { Decision } from '@handoff/shared/domain/referral/referral';
import { referralFieldAt } from '@handoff/shared/domain/referral/referral-field-table';
import { formatDateTime, formatDay } from '../format.ts';
import { type ChangeLine, listChangeLines } from './list-labels.ts';

type Settings = Output<typeof settingsApi.get>;

const wordsOf = new Map(Object.entries({ ...systemActions, ...agencyActions }));

/** The end of a sentence such as "Ana …". A list of the settings is named, because it is no record with a page. */
export function actionText(action: string, subject = ''): string {
  const list = listInWords(subject);
  if (action === 'list.updated' && list !== undefined) return `changed the ${list}`;
  return wordsOf.get(action) ?? action;
}

/** Turns 'SettingsDeclineReasonsInfo' into 'decline reasons'. */
const listInWords = (subject: string): string | undefined =>
  /^Settings(\w+)Info$/
    .exec(subject)?.[1]
    ?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

const recordKinds: Record<string, string> = {
  domain: 'Our agency',
  check: 'Eligibility check',
  batch: 'Checked list',
  partner: 'Agency',
  'advantage-plan': 'Medicare Advantage plan',
};

/** Turns an id such as contracted-payer-3f9a01bc… into "Contracted payer 3f9a01bc"; other texts stay unchanged. */
export function idInWords(id: string): string {
  const list = listInWords(id);
  if (list !== undefined) return capital(list);
  const [, kind = '', start] = /^([a-z-]{1,40}?)-([0-9a-f]{8})[0-9a-f-]{1,80}$/.exec(id) ?? [];
  if (start === undefined) return id;
  const words = capital(kind).replaceAll('-', ' ');
  return `${recordKinds[kind] ?? words} ${start}`;
}

const fields = new Map([
  ['StatusId', 'Status'],
  ['Owner.FullName', 'Owner'],
  ['Decision.Kind', 'Decision'],
  ['Decision.Reason', 'Reason'],
  ['Decision.Comment', 'Comment'],
  ['Decision.HandedTo', 'Sent to'],
  ['Payers.0.Name', 'Primary payer'],
  ['Payers.0.Plan', 'Plan of the primary payer'],
  ['Payers.0.MemberId', 'Member ID at the primary payer'],
  ['Payers.1.Name', 'Secondary payer'],
  ['Payers.1.Plan', 'Plan of the secondary payer'],
  ['Payers.1.MemberId', 'Member ID at the secondary payer'],
  ['CallBackAt', 'Call back'],
  ['LegalHold', 'Legal hold'],
  ['Level', 'Capacity'],
  ['Kept', 'Kept for'],
  ['ContractId', 'Contract number'],
  ['PlanId', 'Plan number'],
]);

/** Turns 'Patient.LastName' into 'Last name'. */
export function fieldText(field: string): string {
  const known = fields.get(field) ?? referralFieldAt(field)?.label ?? clinicalLabelAt(field);
  if (known !== undefined) return known;
  const words = (field.split('.').at(-1) ?? field).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return capital(words);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Derived fields: the owner's name already says what the owner's id would. */
export const isTechnical = (field: string): boolean =>
  ['Owner.Id', 'Owner', 'Etag', 'UpdatedAt', 'EligibilityCheckId'].includes(field);

/** The lines of one change in an activity list. A changed settings list has one line for each entry that differs. */
export function changeLines(change: FieldChange, settings: Settings | undefined): ChangeLine[] {
  const namesOf = (ids: readonly string[]) => ids.map((id) => statusName(id, settings)).join(', ');
  const { field, old, new: now } = change;
  return (
    listChangeLines(change, namesOf) ?? [
      {
        label: fieldText(field),
        old: valueText(field, old, settings),
        now: valueText(field, now, settings),
      },
    ]
  );
}

export function valueText(field: string, value: FieldChange['old'], settings: Settings | undefined): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (text === '') return '';
  if (field === 'StatusId') return statusName(text, settings);
  if (field === 'Decision.Reason') return reasonName(text, settings);
  if (field === 'Services') return listText(text, (id) => serviceName(id, settings));
  if (listsOfFields.has(field)) return listText(text, fieldText);
  return formats.find(({ fits }) => fits(field, text))?.format(text) ?? listText(text);
}

/** Formats a value that is not in the history yet. */
export function conflictText(field: string, value: unknown, settings: Settings | undefined): string {
  const decision = field === 'Decision' ? Decision.safeParse(value).data : undefined;
  if (decision)
    return [decision.Kind, reasonName(decision.Reason, settings), decision.Comment]
      .filter((text) => text !== '')
      .join(', ');
  if (field === 'Owner')
    return value === null ? 'Unassigned' : String(Reflect.get(Object(value), 'FullName'));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return itemText(value);
  const known = typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value ?? '');
  return valueText(field, known, settings);
}

/** Ids mean nothing to a reader. */
function dismissedText(ids: string): string {
  const count = ids.split(',').length;
  if (ids === '[]') return '';
  return count === 1 ? 'another referral' : `${count} other referrals`;
}

const formats: { fits: (field: string, text: string) => boolean; format: (text: string) => string }[] = [
  { fits: (field) => field === 'EarlierReferralId', format: () => 'linked' },
  { fits: (field) => field === 'NotDuplicateOf', format: dismissedText },
  { fits: (field) => field === 'Document', format: idInWords },
  { fits: (_, text) => z.iso.date().safeParse(text).success, format: formatDay },
  { fits: (field) => /(?:Received|Expires|CallBack)At$/.test(field), format: formatDateTime },
  { fits: (field) => field.endsWith('Phone'), format: formatPhone },
];

/** Lists of fields: an entry `referral.prefilled` has them by the use of their proposals. */
const listsOfFields = new Set(['Accepted', 'AcceptedAndChanged', 'NotAccepted', 'OpenFields']);

const statusName = (id: string, settings: Settings | undefined) =>
  settings?.SettingsReferralStatusesInfo.find(({ Id }) => Id === id)?.Name ?? id;

const reasonName = (id: string, settings: Settings | undefined) =>
  settings?.SettingsDeclineReasonsInfo.find(({ Id }) => Id === id)?.Name ?? id;

const serviceName = (id: string, settings: Settings | undefined) =>
  settings?.SettingsDisciplinesInfo.find(({ Id }) => Id === id)?.Name ?? id;

/** Lists are recorded as JSON. */
function listText(json: string, nameOf = (text: string) => text): string {
  return parsedList(json)?.map(itemText).map(nameOf).join('; ') ?? json;
}

/** Undefined for other texts than a list. */
export function parsedList(json: string): unknown[] | undefined {
  if (!json.startsWith('[')) return undefined;
  try {
    const items: unknown = JSON.parse(json);
    return Array.isArray(items) ? items : undefined;
  } catch {
    return undefined;
  }
}

function itemText(item: unknown): string {
  if (typeof item === 'string') return item;
  if (typeof item !== 'object' || item === null) return '';
  return Object.values(item)
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}
