import * as z from 'zod';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { clinicalLabelAt } from '@handoff/shared/domain/person/clinical-block';
import { Decision } from '@handoff/shared/domain/referral/referral';
import { formatDateTime, formatDay } from '../format.ts';
import { type ChangeLine, listChangeLines } from './list-labels.ts';

type Settings = Output<typeof settingsApi.get>;

const actions = new Map([
  ['referral.created', 'recorded the referral'],
  ['referral.prefilled', 'filled in fields from a document'],
  ['referral.handed-over', 'handed the referral over'],
  ['referral.transferred', 'transferred the referral to another agency of ours'],
  ['referral.transferred-here', 'transferred the referral to this agency'],
  ['referral.transfer-received', 'received the referral'],
  ['referral.updated', 'changed the referral'],
  ['referral.verified', 'verified eligibility again, with no change'],
  ['referral.deleted', 'deleted the referral'],
  ['referral.restored', 'restored the referral'],
  ['referral.merged', 'merged another referral into this one'],
  ['referral.merged-away', 'merged the referral into another one'],
  ['referral.merge-undone', 'undid the merge of another referral'],
  ['legal-hold.placed', 'placed the referral under legal hold'],
  ['legal-hold.released', 'released the legal hold of the referral'],
  ['restriction.set', 'restricted the referral to named people'],
  ['restriction.lifted', 'lifted the restriction of the referral'],
  ['restricted.refused', 'tried to open the referral, which is restricted'],
  ['restricted.searched', 'looked for restricted referrals of the patient'],
  ['draft.checked', 'saw the referral as a possible duplicate of a new one'],
  ['numbers.entered', 'entered a number of a patient'],
  ['break-glass.opened', 'opened the restricted referral by emergency access'],
  ['break-glass.reviewed', 'reviewed an emergency access'],
  ['referral.purge-begun', 'began to remove the deleted referral permanently'],
  ['keys.renewed', 'sealed the patient numbers again under newer keys'],
  ['referral.purged', 'removed the deleted referral permanently'],
  ['document.purged', 'removed a deleted document permanently'],
  ['check.purged', 'removed an eligibility check permanently'],
  ['referrals.listed', 'saw a list of referrals'],
  ['referrals.exported', 'exported a list of referrals'],
  ['readmission-stops.viewed', 'looked at the do-not-readmit list'],
  ['readmission-stop.created', 'put someone on the do-not-readmit list'],
  ['readmission-stop.updated', 'changed an entry of the do-not-readmit list'],
  ['readmission-stop.deleted', 'took an entry off the do-not-readmit list'],
  ['saved-view.created', 'saved a view'],
  ['saved-view.updated', 'changed a saved view'],
  ['saved-view.deleted', 'deleted a saved view'],
  ['referral.viewed', 'looked at the referral'],
  ['referral.printed', 'printed the referral'],
  ['referral.exported', 'exported the referral as FHIR'],
  ['patient-numbers.exported', 'exported the referral as FHIR with the full numbers'],
  ['patient-numbers.revealed', 'viewed the full numbers of the patient'],
  ['sender-link.created', 'made a link for the sender'],
  ['sender-link.updated', 'changed the message to the source'],
  ['sender-link.revoked', 'revoked a link for the sender'],
  ['sender-link.opened', 'opened the page for the sender'],
  ['note.written', 'wrote a note'],
  ['note.edited', 'edited a note'],
  ['note.read', 'read a note'],
  ['document.uploaded', 'attached a document'],
  ['document.received-by-link', 'received a document by link'],
  ['document.updated', 'changed a document'],
  ['document.deleted', 'deleted a document'],
  ['document.blocked', 'found malware in a document and blocked it'],
  ['document.not-scanned', 'could not check a document for malware'],
  ['document.restored', 'restored a document'],
  ['document.viewed', 'opened a document'],
  ['document.downloaded', 'downloaded a document'],
  ['documents.deleted', 'deleted all documents'],
  ['eligibility.checked', 'checked eligibility'],
  ['checks.listed', 'saw a list of eligibility checks'],
  ['check.viewed', 'looked at an eligibility check'],
  ['finding.resolved', 'resolved a finding of an eligibility check'],
  ['finding.reopened', 'opened a finding of an eligibility check again'],
  ['batch.started', 'started a batch of eligibility checks'],
  ['batch.retried', 'retried the failed rows of a batch'],
  ['batch.viewed', 'looked at a batch of eligibility checks'],
  ['number.looked-up', 'looked up a Medicare number'],
  ['numbers.used', 'asked Medicare with the number of the referral'],
  ['exchange.opened', 'opened the raw exchange of a check'],
  ['plans.imported', 'imported Medicare plans'],
  ['exchange.read', 'saw how the response of a check was read'],
  ['exchange.downloaded', 'downloaded the raw exchange of a check'],
  ['exchange.removed', 'removed the raw exchange of a check, its time being over'],
  ['settings.updated', 'changed the eligibility rules'],
  ['partner.created', 'added an agency'],
  ['partner.updated', 'changed an agency'],
  ['partner.deleted', 'deleted an agency'],
  ['partner.remapped', 'moved the uses of an agency'],
  ['contracted-payer.created', 'added a contracted payer'],
  ['contracted-payer.updated', 'changed a contracted payer'],
  ['contracted-payer.deleted', 'deleted a contracted payer'],
  ['contracted-payer.remapped', 'moved the uses of a contracted payer'],
  ['advantage-plan.created', 'added a Medicare Advantage plan'],
  ['advantage-plan.updated', 'changed a Medicare Advantage plan'],
  ['advantage-plan.deleted', 'deleted a Medicare Advantage plan'],
  ['advantage-plan.remapped', 'replaced a Medicare Advantage plan'],
  ['service-area.created', 'added a service area'],
  ['service-area.updated', 'changed a service area'],
  ['service-area.deleted', 'deleted a service area'],
  ['service-area.remapped', 'moved the uses of a service area'],
  ['insurance.created', 'added an insurance'],
  ['insurance.updated', 'changed an insurance'],
  ['insurance.deleted', 'deleted an insurance'],
  ['insurance.remapped', 'moved the uses of an insurance'],
  ['capacity.created', 'limited the capacity of a discipline'],
  ['capacity.updated', 'changed the capacity of a discipline'],
  ['capacity.deleted', 'opened the capacity of a discipline again'],
  ['list.updated', 'changed a list'],
  ['webhook.created', 'added a webhook'],
  ['webhook.updated', 'changed a webhook'],
  ['webhook.deleted', 'deleted a webhook'],
  ['webhook.secret-rotated', 'rotated the secret of a webhook'],
  ['webhook.switched-off', 'switched off a webhook that failed for days'],
  ['access.confirmed', 'confirmed the access of a person'],
  ['access-review.exported', 'exported the access review'],
  ['patient-access.read', 'read who saw the patient'],
  ['patient-access.exported', 'exported who saw the patient'],
  ['records.unusual', 'noticed that someone opened far more patients than usual'],
  ['lists.unusual', 'noticed that someone listed far more patients than usual'],
  ['numbers.unusual', 'noticed that someone entered far more numbers of patients than usual'],
  ['reveals.unusual', 'noticed that someone revealed far more numbers than usual'],
  ['audit.read', 'read the audit'],
  ['views.sealed', 'sealed the views of a day'],
  ['audit.exported', 'exported the audit'],
]);

const systemActions = new Map([
  ['user.created', 'gave a person access'],
  ['user.admitted', 'gave a waiting person access'],
  ['user.refused', 'refused a waiting person'],
  ['user.expected', 'invited a person'],
  ['user.expected-no-more', 'canceled an invitation'],
  ['user.updated', 'changed a person'],
  ['user.system-role', 'changed a role in the system'],
  ['user.agency-role', 'changed a role in an agency'],
  ['user.deactivated', 'deactivated a person'],
  ['user.signed-out', 'signed a person out on all devices'],
  ['user.session-ended', 'signed a person out of one session'],
  ['domain.switched', 'switched to another of our agencies'],
  ['agency.created', 'created one of our agencies'],
  ['agency.updated', 'changed one of our agencies'],
  ['agency.archived', 'archived one of our agencies'],
  ['agency.restored', 'restored one of our agencies'],
  ['user.waiting', 'asked for access'],
  ['user.first-administrator', 'became the first administrator'],
  ['import.upload-begun', 'began to upload a state file'],
  ['import.uploaded', 'uploaded a state file'],
  ['import.publish-requested', 'asked to publish a state file'],
  ['import.publish-refused', 'could not publish a state file'],
  ['import.columns-corrected', 'corrected the columns of a state file'],
  ['import.rules-saved', 'changed the rules for the files of a state'],
  ['import.published', 'published a state file'],
  ['import.cancel-requested', 'asked to cancel the import of a state file'],
  ['import.cancel-refused', 'could not cancel the import of a state file'],
  ['import.cancelled', 'canceled the import of a state file'],
  ['import.rollback-requested', 'asked to go back to an earlier state file'],
  ['import.rollback-refused', 'could not go back to an earlier state file'],
  ['import.rolled-back', 'went back to an earlier state file'],
  ['import.remove-requested', 'asked to remove the addresses of a state'],
  ['import.remove-refused', 'could not remove the addresses of a state'],
  ['import.removed', 'removed the addresses of a state'],
  ['import.retry-requested', 'asked to import a state file again'],
  ['import.retry-refused', 'could not import a state file again'],
  ['import.retried', 'had a state file imported again'],
  ['audit.read', 'read the audit'],
  ['audit.exported', 'exported the audit'],
]);

/** Every action in an agency's audit trail and in the system's. */
export const knownActions = { agency: actions, system: systemActions } as const;

/** The end of a sentence such as "Ana …". A list of the settings is named, because it is no record with a page. */
export function actionText(action: string, subject = ''): string {
  const list = listInWords(subject);
  if (action === 'list.updated' && list !== undefined) return `changed the ${list}`;
  return actions.get(action) ?? systemActions.get(action) ?? action;
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
  const [, kind = '', start] = /^([a-z-]+?)-([0-9a-f]{8})[0-9a-f-]+$/.exec(id) ?? [];
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
  ['EarlierReferralId', 'Earlier referral'],
  ['NotDuplicateOf', 'Not the same patient as'],
  ['Source.Kind', 'Source'],
  ['Source.Phone', 'Phone of the source'],
  ['Payers.0.Name', 'Primary payer'],
  ['Payers.0.Plan', 'Plan of the primary payer'],
  ['Payers.0.MemberId', 'Member ID at the primary payer'],
  ['Payers.1.Name', 'Secondary payer'],
  ['Payers.1.Plan', 'Plan of the secondary payer'],
  ['Payers.1.MemberId', 'Member ID at the secondary payer'],
  ['ClinicalSummary', 'Clinical summary'],
  ['ReceivedAt', 'Received'],
  ['Patient.DateOfBirth', 'Date of birth'],
  ['LegalHold', 'Legal hold'],
  ['Level', 'Capacity'],
  ['Kept', 'Kept for'],
  ['ContractId', 'Contract number'],
  ['PlanId', 'Plan number'],
  ['Address.InFile', 'Street in the imported file'],
]);

/** Turns 'Patient.LastName' into 'Last name'. */
export function fieldText(field: string): string {
  const known = fields.get(field) ?? clinicalLabelAt(field);
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
  if (usesOfProposals.has(field)) return listText(text, fieldText);
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
  { fits: (field) => /(?:Received|Expires)At$/.test(field), format: formatDateTime },
  { fits: (field) => field.endsWith('Phone'), format: formatPhone },
];

/** An entry `referral.prefilled` lists fields by the use of their proposals. */
const usesOfProposals = new Set(['Accepted', 'AcceptedAndChanged', 'NotAccepted']);

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
