import type { WriteContext } from '../../core/context.ts';
import { patched, type Patch } from '../../records/conflicting-fields.ts';
import { fieldChanges } from '../../records/field-changes.ts';
import {
  type ConfiguredLists,
  isOffered,
  noLists,
  type DeclineReason,
} from '@handoff/shared/domain/agency/list-settings';
import { withMaskedNumbers } from '@handoff/shared/domain/person/identifiers';
import {
  isUsable,
  type Decision,
  type Referral,
  type ReferralUpdate,
  type Transfer,
  undecided,
} from '@handoff/shared/domain/referral/referral';
import { isReachable } from '@handoff/shared/domain/referral/needed-information';
import { statusAfterDecision, statusRefusal } from '@handoff/shared/domain/referral/status-rules';
import type { Person } from '@handoff/shared/domain/access/user';
import { invalidField, existing } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { assertReachable, checkServices } from './checks/refusals.ts';
import { sealedReferralKind, type KeyedReferral, documentsOf } from '../../records/kinds/referral-records.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { WEBHOOKS, webhooksKind } from '../../records/kinds/webhook-records.ts';
import { isColleague, userKind } from '../../records/kinds/user-records.ts';
import { checkEarlier } from './related-referrals.ts';
import { duplicateKeys } from '../../records/duplicate-keys.ts';
import { queueWebhooks } from '../../records/queue-webhooks.ts';
import { notifyPerson } from '../../writes/notify-person.ts';
import { editNumbers } from './numbers/edit-numbers.ts';
import { auditTransfer, transferOf } from './transfer/transfer-referral.ts';
import { assertCurrentVersion } from '../../records/concurrency-check.ts';

type Update = ApiHandlers['referrals']['update'];

/** A reason belongs to its decision, the match in the address file to its street, and a name to its owner. */
const wholes = ['Decision', 'Address', 'Owner'];

export const updateReferral: Update = async ({ body }, context) => {
  const { caller, work, now, fieldKeys: keys } = context;
  const reading = work.get(sealedReferralKind, body.Id);
  // In one round: what a decision needs is found read.
  if (body.Decision)
    await Promise.all([reading, work.get(listsKind, 'lists'), work.get(webhooksKind, WEBHOOKS)]);
  const stored = existing(await reading, 'This referral');
  const { Sealed, SearchKeys, DuplicateKeys, ...before } = stored;
  const { sent, fields, ownerId } = readEdit(body, before);
  const patch = { ...fields, ...(ownerId !== undefined && { Owner: { Id: ownerId } }) };
  const version = { what: 'this referral', current: before, basedOn: body.Etag, patch, wholes };
  await assertCurrentVersion(work, { ...version, by: caller.claims });
  const transfer = await transferOf(body, { before, context });
  const edit = patched(before, await edited({ fields, ownerId }, { before, context, transfer }));
  const after = withoutAnsweredCall(await withStatus(before, edit, context));
  if (isReachable(before)) assertReachable(after);
  await checkServices(before, after, context);
  await checkEarlier(before, after, work);
  const owner = { domainId: caller.businessDomainId, id: before.Id };
  const numbers = await editNumbers(keys, owner, { sent, before, sealed: { Sealed, SearchKeys } });
  const changes = [...fieldChanges(before, after), ...numbers.hiddenChanges];
  if (changes.length === 0 && !transfer) return { ReferralInfo: [before] };

  const isAnotherPerson =
    numbers.numbers || changes.some(({ field }) => /^(?:Patient|Address)\b/.test(field));
  const hashed = { ...owner, fields: after, numbers: numbers.numbers, before: DuplicateKeys };
  const referral: KeyedReferral = {
    ...after,
    ...decidedAt(before, after, now),
    ...callBackBy(before, after, caller.person),
    ...(transfer && { Transfer: transfer }),
    Etag: work.etag,
    UpdatedAt: now.toISOString(),
    UpdatedBy: caller.person,
    DuplicateKeys: DuplicateKeys && !isAnotherPerson ? DuplicateKeys : await duplicateKeys(keys, hashed),
  };
  work.replace(sealedReferralKind, stored, { ...referral, ...numbers.sealed });
  work.record({ action: 'referral.updated', subject: referral.Id, changes, topic: 'referral' });
  if (transfer) auditTransfer(context, referral.Id, transfer);
  await notifyPeople(before, referral, context);
  if (before.Decision.Kind !== referral.Decision.Kind)
    await queueWebhooks(context, { event: 'referral.decided', referralId: referral.Id });
  return { ReferralInfo: [referral] };
};

/**
 * Reads an edit once: what was sent, with the stored values of fields that a row of the list leaves out of a payer or a
 * decision, and the same as the record will show it, with masked numbers. The owner is chosen by id.
 */
function readEdit(body: ReferralUpdate, before: Referral) {
  const {
    Id: _id,
    Etag: _etag,
    TransferTo: _to,
    Owner,
    OwnerId,
    Payers,
    Decision: decision,
    ...others
  } = body;
  const payers = Payers?.map((payer, index) => ({ ...payer, ...withLeftOut(payer, index, before) }));
  const sent = { ...others, Payers: payers, Decision: decision && decisionAfter(decision, before) };
  const masked = withMaskedNumbers({ Patient: { ...before.Patient, ...sent.Patient }, Payers: payers ?? [] });
  const { Ssn = before.Patient.Ssn, Mbi = before.Patient.Mbi } = masked.Patient;
  const Patient = sent.Patient && { ...masked.Patient, Ssn, Mbi };
  const fields = { ...sent, Patient, Payers: payers && masked.Payers };
  return {
    sent,
    fields,
    ownerId: OwnerId === undefined && Owner !== undefined ? (Owner?.Id ?? null) : OwnerId,
  };
}

function decisionAfter(decision: NonNullable<ReferralUpdate['Decision']>, before: Referral): Decision {
  const kept = decision.Kind === before.Decision.Kind ? before.Decision : undecided;
  const { Reason = kept.Reason, Comment = kept.Comment, HandedTo = kept.HandedTo } = decision;
  return { ...kept, ...decision, Reason, Comment, HandedTo };
}

function withLeftOut(
  { Name, Plan, MemberId }: NonNullable<ReferralUpdate['Payers']>[number],
  index: number,
  { Payers }: Referral,
) {
  const same = Payers[index]?.Name === Name ? Payers[index] : Payers.find((payer) => payer.Name === Name);
  return { Plan: Plan ?? same?.Plan ?? '', MemberId: MemberId ?? same?.MemberId ?? '' };
}

interface Wanted {
  before: Referral;
  context: WriteContext;
  transfer: Transfer | undefined;
}

/** An unchanged owner is not checked again, because they may have left by now. */
async function edited(
  { fields, ownerId }: Pick<ReturnType<typeof readEdit>, 'fields' | 'ownerId'>,
  { before, context, transfer }: Wanted,
): Promise<Patch<Referral>> {
  const isOwnerNew = ownerId !== undefined && ownerId !== (before.Owner?.Id ?? null);
  return {
    ...fields,
    ...(isOwnerNew && { Owner: await ownerOf(ownerId, context) }),
    ...(transfer && { Decision: { ...fields.Decision, HandedTo: transfer.Agency.Name } }),
  };
}

/** Both must fit the agency's lists, if one changes. A decision without a status sets the one that fits. */
async function withStatus(before: Referral, after: Referral, context: WriteContext): Promise<Referral> {
  const isMoved = after.StatusId !== before.StatusId;
  const isDecided = after.Decision.Kind !== before.Decision.Kind;
  const isReasonNew = after.Decision.Reason !== before.Decision.Reason;
  if (!isMoved && !isDecided && !isReasonNew) return after;
  const lists = (await context.work.get(listsKind, 'lists')) ?? noLists;
  if (isDecided || isReasonNew) checkReason(after.Decision, lists.SettingsDeclineReasonsInfo);
  const rules = {
    statuses: lists.SettingsReferralStatusesInfo,
    documentTypes: lists.SettingsDocumentTypesInfo,
    documents: isMoved || isDecided ? await documentTypesOf(after, lists, context) : noDocuments,
    referral: after,
    from: before.StatusId,
    decision: after.Decision.Kind,
  };
  const to = isDecided && !isMoved ? statusAfterDecision(rules) : after.StatusId;
  assertStatus({ ...rules, to }, isMoved ? 'StatusId' : 'Decision');
  return { ...after, StatusId: to };
}

function assertStatus(move: Parameters<typeof statusRefusal>[0], field: 'StatusId' | 'Decision'): void {
  const refusal = statusRefusal(move);
  if (refusal !== undefined) throw invalidField(field, refusal);
}

const noDocuments: ReadonlySet<string> = new Set();

/** Who is answered is not called back. */
const withoutAnsweredCall = (referral: Referral): Referral =>
  referral.Decision.Kind === 'Pending' || !referral.CallBackAt ? referral : { ...referral, CallBackAt: null };

/** Who wanted to call is known for as long as there is a time. */
function callBackBy(before: Referral, { CallBackAt }: Referral, person: Person) {
  return CallBackAt === before.CallBackAt ? {} : { CallBackBy: CallBackAt ? person : null };
}

/** A new decision gets a new time; a corrected reason does not. */
function decidedAt(before: Referral, { Decision: { Kind } }: Referral, now: Date) {
  if (Kind === before.Decision.Kind) return {};
  return { DecidedAt: Kind === 'Pending' ? undefined : now.toISOString() };
}

function checkReason({ Kind, Reason }: Decision, reasons: readonly DeclineReason[]): void {
  const isKnown = reasons.some((reason) => reason.Id === Reason && isOffered(reason));
  if (Kind === 'Declined' ? isKnown : Reason === '') return;
  const message = Kind === 'Declined' ? 'Choose another reason' : 'Only a decline has a reason';
  throw invalidField('Decision.Reason', message);
}

/** They are read only in an agency that requires a type for a status. */
async function documentTypesOf(
  { Id }: Referral,
  { SettingsDocumentTypesInfo: types }: ConfiguredLists,
  { work }: WriteContext,
): Promise<ReadonlySet<string>> {
  if (!types.some(({ RequiredFor = [] }) => RequiredFor.length > 0)) return noDocuments;
  const documents = await listAll(work, documentsOf(Id));
  return new Set(documents.filter(isUsable).map(({ DocumentTypeId }) => DocumentTypeId));
}

async function ownerOf(id: string | null, { system, caller }: WriteContext): Promise<Person | null> {
  if (id === null) return null;
  const user = await system.get(userKind, id);
  if (user && isColleague(user, caller.businessDomainId)) return { Id: user.Id, FullName: user.FullName };
  throw invalidField('OwnerId', 'Choose someone in this agency', 'This person does not work in this agency.');
}

const decided = { Pending: 'reopened', Accepted: 'accepted', Declined: 'declined' } as const;

async function notifyPeople(before: Referral, after: Referral, context: WriteContext): Promise<void> {
  const who = context.caller.person.FullName;
  if (after.Owner && after.Owner.Id !== before.Owner?.Id)
    await notifyPerson(context, {
      to: after.Owner.Id,
      kind: 'assignment',
      subject: after.Id,
      text: `${who} assigned a referral to you`,
    });
  if (after.Decision.Kind !== before.Decision.Kind)
    await notifyPerson(context, {
      to: after.CreatedBy.Id,
      kind: 'decision',
      subject: after.Id,
      text: `${who} ${decided[after.Decision.Kind]} a referral you recorded`,
    });
}
