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
import { current, announceChange } from '../../writes/edit.ts';
import { invalidField } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { assertReachable } from './checks/assert-reachable.ts';
import {
  sealedReferralKind,
  type KeyedReferral,
  type SealedReferral,
  documentsOf,
} from '../../records/kinds/referral-records.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { isColleague, userKind } from '../../records/kinds/user-records.ts';
import { checkServices } from './checks/check-services.ts';
import { checkEarlier } from './related-referrals.ts';
import { duplicateKeys } from '../../records/duplicate-keys.ts';
import { queueWebhooks } from '../../records/queue-webhooks.ts';
import { notifyPerson } from '../../writes/notify-person.ts';
import { editNumbers } from './numbers/edit-numbers.ts';
import { auditTransfer, transferOf } from './transfer/transfer-referral.ts';

type Update = ApiHandlers['referrals']['update'];

const unsealed = ({ Sealed: _s, SearchKeys: _k, DuplicateKeys: _d, ...referral }: SealedReferral): Referral =>
  referral;
/** A reason belongs to its decision, and the match in the address file to its street. */
const referrals = {
  kind: sealedReferralKind,
  what: 'this referral',
  wholes: ['Decision', 'Address'],
  shown: unsealed,
};

export const updateReferral: Update = async ({ body: asSent }, context) => {
  const { caller, work, now, fieldKeys: keys } = context;
  const stored = await current(context, referrals, {
    asked: asSent,
    patch: (found) => patchOf(maskedEdit(withLeftOut(withOwnerId(asSent), found), unsealed(found))),
  });
  const { Sealed, SearchKeys, DuplicateKeys } = stored;
  const before = unsealed(stored);
  const sent = withLeftOut(withOwnerId(asSent), before);
  const body = maskedEdit(sent, before);
  const transfer = await transferOf(body, { before, context });
  const edit = patched(before, await edited(body, { before, context, transfer }));
  const after = await withStatus(before, edit, context);
  if (isReachable(before)) assertReachable(after);
  await checkServices(before, after, context);
  await checkEarlier(before, after, context.work);
  const owner = { domainId: caller.businessDomainId, id: before.Id };
  const { sealed, numbers, hiddenChanges } = await editNumbers(keys, owner, {
    sent,
    before,
    sealed: { Sealed, SearchKeys },
  });
  const changes = [...fieldChanges(before, after), ...hiddenChanges];
  if (changes.length === 0 && !transfer) return { ReferralInfo: [before] };

  const referral: KeyedReferral = {
    ...after,
    ...decidedAt(before, after, now),
    ...(transfer && { Transfer: transfer }),
    Etag: work.etag,
    UpdatedAt: now.toISOString(),
    UpdatedBy: caller.person,
    DuplicateKeys: await duplicateKeys(keys, { ...owner, fields: after, numbers, before: DuplicateKeys }),
  };
  work.replace(sealedReferralKind, stored, { ...referral, ...sealed });
  work.audit({ action: 'referral.updated', subject: referral.Id, changes });
  if (transfer) auditTransfer(context, referral.Id, transfer);
  await notifyPeople(before, referral, context);
  if (before.Decision.Kind !== referral.Decision.Kind)
    await queueWebhooks(context, { event: 'referral.decided', referralId: referral.Id });
  announceChange(context, { topic: 'referral', id: referral.Id });
  return { ReferralInfo: [referral] };
};

/**
 * Keeps the stored values of omitted fields of a payer or a decision, because a row of the list has names and kinds
 * only.
 */
function withLeftOut(sent: ReturnType<typeof withOwnerId>, before: Referral) {
  const { Payers, Decision: decision, ...others } = sent;
  const isDecided = decision?.Kind === before.Decision.Kind;
  const kept = isDecided ? before.Decision : undecided;
  return {
    ...others,
    Payers: Payers?.map((payer, index) => {
      const { Plan, MemberId } = payerBefore(payer.Name, index, before);
      return { Name: payer.Name, Plan: payer.Plan ?? Plan, MemberId: payer.MemberId ?? MemberId };
    }),
    Decision: decision && {
      ...kept,
      ...decision,
      Reason: decision.Reason ?? kept.Reason,
      Comment: decision.Comment ?? kept.Comment,
      HandedTo: decision.HandedTo ?? kept.HandedTo,
    },
  };
}

function payerBefore(name: string, index: number, { Payers }: Referral): { Plan: string; MemberId: string } {
  const same = Payers[index]?.Name === name ? Payers[index] : Payers.find(({ Name }) => Name === name);
  return { Plan: same?.Plan ?? '', MemberId: same?.MemberId ?? '' };
}

/** The edit as the record will show it: numbers masked, and omitted ones unchanged. */
function maskedEdit(sent: ReturnType<typeof withLeftOut>, before: Referral) {
  const { Patient, Payers } = withMaskedNumbers({
    Patient: { ...before.Patient, ...sent.Patient },
    Payers: sent.Payers ?? [],
  });
  const { Ssn = before.Patient.Ssn, Mbi = before.Patient.Mbi } = Patient;
  return { ...sent, Patient: sent.Patient && { ...Patient, Ssn, Mbi }, Payers: sent.Payers && Payers };
}

type Edit = ReturnType<typeof maskedEdit>;

/** The owner is chosen by id and stored as a person. */
function patchOf({ Id: _id, Etag: _etag, TransferTo: _to, OwnerId, ...fields }: Edit): object {
  return { ...fields, ...(OwnerId !== undefined && { Owner: { Id: OwnerId } }) };
}

/** An unchanged owner is not checked again, because they may have left by now. */
async function edited(
  { Id: _id, Etag: _etag, TransferTo: _to, OwnerId, ...fields }: Edit,
  { before, context, transfer }: { before: Referral; context: WriteContext; transfer: Transfer | undefined },
): Promise<Patch<Referral>> {
  const isOwnerNew = OwnerId !== undefined && OwnerId !== (before.Owner?.Id ?? null);
  return {
    ...fields,
    ...(isOwnerNew && { Owner: await ownerOf(OwnerId, context) }),
    ...(transfer && { Decision: { ...fields.Decision, HandedTo: transfer.Agency.Name } }),
  };
}

function withOwnerId({ Owner, OwnerId, ...fields }: ReferralUpdate) {
  const asRead = Owner === undefined ? undefined : (Owner?.Id ?? null);
  return { ...fields, OwnerId: OwnerId === undefined ? asRead : OwnerId };
}

/**
 * Status and decision must fit together as the agency's lists say; an edit of neither is not checked. A decision
 * without a status sets the one that fits.
 */
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
