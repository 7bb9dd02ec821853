import type { FieldChange } from '@handoff/shared/domain/audit-entry';
import { formatPhone } from '@handoff/shared/domain/phone';
import { formatDateTime, formatDay } from '../../lib/format.ts';
import type { Settings } from './referral-header.tsx';

const actions = new Map([
  ['referral.created', 'recorded the referral'],
  ['referral.updated', 'changed the referral'],
  ['referral.verified', 'verified eligibility again, with no change'],
  ['numbers.used', 'asked Medicare with the number of the referral'],
  ['referral.deleted', 'deleted the referral'],
  ['note.written', 'wrote a note'],
  ['note.edited', 'edited a note'],
  ['note.read', 'read a note'],
  ['document.uploaded', 'attached a document'],
  ['document.deleted', 'deleted a document'],
  ['document.downloaded', 'downloaded a document'],
  ['documents.deleted', 'deleted all documents'],
]);

export const actionText = (action: string): string => actions.get(action) ?? action;

const fields = new Map([
  ['StatusId', 'Status'],
  ['Owner.FullName', 'Owner'],
  ['Decision.Kind', 'Decision'],
  ['Decision.Reason', 'Reason'],
  ['Decision.Comment', 'Comment'],
  ['Source.Kind', 'Source'],
  ['ClinicalSummary', 'Clinical summary'],
  ['ReceivedAt', 'Received'],
  ['Patient.DateOfBirth', 'Date of birth'],
  ['Address.InFile', 'Street in the imported file'],
]);

/** 'Patient.LastName' → 'Last name'. */
export function fieldText(field: string): string {
  const known = fields.get(field);
  if (known !== undefined) return known;
  const words = (field.split('.').at(-1) ?? field).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Fields that follow from others: the owner's name says what its id would. */
export const isTechnical = (field: string): boolean =>
  ['Owner.Id', 'Owner', 'Etag', 'UpdatedAt', 'EligibilityCheckId'].includes(field);

export function valueText(field: string, value: FieldChange['old'], settings: Settings | undefined): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (text === '') return '';
  if (field === 'StatusId') return statusName(text, settings);
  return formats.find(({ ending }) => field.endsWith(ending))?.format(text) ?? listText(text);
}

const formats = [
  { ending: 'DateOfBirth', format: formatDay },
  { ending: 'ReceivedAt', format: formatDateTime },
  { ending: 'Phone', format: formatPhone },
];

const statusName = (id: string, settings: Settings | undefined) =>
  settings?.SettingsReferralStatusesInfo.find(({ Id }) => Id === id)?.Name ?? id;

/** Lists are recorded as JSON. */
function listText(json: string): string {
  if (!json.startsWith('[')) return json;
  try {
    const items: unknown = JSON.parse(json);
    return Array.isArray(items) ? items.map(itemText).join('; ') : json;
  } catch {
    return json;
  }
}

function itemText(item: unknown): string {
  if (typeof item === 'string') return item;
  if (typeof item !== 'object' || item === null) return '';
  return Object.values(item)
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}
