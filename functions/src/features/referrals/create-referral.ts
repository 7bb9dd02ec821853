import type { WriteContext } from '../../core/context.ts';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { withMaskedNumbers } from '@handoff/shared/domain/person/identifiers';
import { noClinical } from '@handoff/shared/domain/person/clinical-block';
import { readDraft } from '@handoff/shared/domain/referral/file-reading';
import type { Prefilled } from '@handoff/shared/domain/referral/prefilled';
import { type Referral, undecided } from '@handoff/shared/domain/referral/referral';
import { AppError } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { patched } from '../../records/conflicting-fields.ts';
import { queueWebhooks } from '../../records/queue-webhooks.ts';
import { documentKind, sealedReferralKind } from '../../records/kinds/referral-records.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { WEBHOOKS, webhooksKind } from '../../records/kinds/webhook-records.ts';
import {
  draftIdOf,
  draftKind,
  draftPlace,
  mayOpenDraft,
  removedDraft,
  type StoredDraft,
} from '../../records/kinds/user-records.ts';
import { sealNumbers } from '../../records/sealed-numbers.ts';
import { assertReachable, checkServices } from './checks/refusals.ts';
import { checkEarlier } from './related-referrals.ts';
import { duplicateKeys } from '../../records/duplicate-keys.ts';
import { numbersAfter } from './numbers/patient-numbers.ts';

type Create = ApiHandlers['referrals']['create'];

export const createReferral: Create = async ({ body }, context) => {
  const { caller, work, now, fieldKeys: keys } = context;
  // In one round: what follows finds them read.
  await Promise.all([work.get(listsKind, 'lists'), work.get(webhooksKind, WEBHOOKS)]);
  const { DocumentIds, DraftId, Prefilled = [], ...intake } = withMaskedNumbers(body);
  const numbers = numbersAfter(body);
  const documentIds = [...new Set(DocumentIds)];
  const at = now.toISOString();
  const referral: Referral = {
    ...intake,
    Clinical: patched(noClinical, intake.Clinical ?? {}),
    ReceivedAt: intake.ReceivedAt ?? at,
    Patient: { ...intake.Patient, Ssn: intake.Patient.Ssn ?? '', Mbi: intake.Patient.Mbi ?? '' },
    Id: work.newId('referral'),
    Etag: work.etag,
    StatusId: await firstStatus(context),
    Decision: undecided,
    Owner: caller.person,
    Restriction: null,
    CreatedAt: at,
    CreatedBy: caller.person,
    UpdatedAt: at,
    UpdatedBy: caller.person,
    DocumentCount: documentIds.length,
    NoteCount: 0,
  };
  assertReachable(referral);
  await checkServices({ Services: [] }, referral, context);
  await checkEarlier({}, referral, work);
  const draft = DraftId === undefined ? undefined : await draftOf(DraftId, context);
  await attachDocuments(context, { referralId: referral.Id, ids: documentIds, draft });
  const Orders = await ordersIn(draft, context);
  const owner = { domainId: caller.businessDomainId, id: referral.Id };
  work.create(sealedReferralKind, {
    ...referral,
    DuplicateKeys: await duplicateKeys(keys, { ...owner, fields: referral, numbers }),
    ...(await sealNumbers(keys, owner, numbers)),
    ...(Orders.length > 0 && { Orders }),
  });
  work.record({ action: 'referral.created', subject: referral.Id, topic: 'referral' });
  for (const read of Prefilled.filter(({ DocumentId }) => documentIds.includes(DocumentId)))
    work.audit({ action: 'referral.prefilled', subject: referral.Id, changes: prefilledChanges(read) });
  if (DraftId !== undefined) await removeDraft(DraftId, context);
  await queueWebhooks(context, { event: 'referral.created', referralId: referral.Id });
  return { ReferralInfo: [referral] };
};

/** Which fields, by their use: values are in the referral alone, and no use stands in place of a value. */
function prefilledChanges({ DocumentId, Fields }: Prefilled) {
  const namesOf = (use: Use) => Fields.filter(({ Use }) => Use === use).map(({ Field }) => Field);
  const uses = [
    { field: 'Accepted', names: namesOf('accepted') },
    { field: 'AcceptedAndChanged', names: namesOf('accepted and changed') },
    { field: 'NotAccepted', names: namesOf('not accepted') },
  ];
  return [
    { field: 'Document', old: null, new: DocumentId },
    ...uses.flatMap(({ field, names }) =>
      names.length === 0 ? [] : [{ field, old: null, new: JSON.stringify(names) }],
    ),
  ];
}
type Use = Prefilled['Fields'][number]['Use'];

async function firstStatus({ work }: WriteContext): Promise<string> {
  const lists = await work.get(listsKind, 'lists');
  const first = lists?.SettingsReferralStatusesInfo.find(isOffered);
  if (first) return first.Id;
  throw new AppError(
    'not_configured',
    'This agency has no referral statuses yet. Ask your manager to add one.',
  );
}

/** The draft that becomes the referral; one of someone else is left alone. */
async function draftOf(key: string, { work, caller }: WriteContext) {
  const draft = await work.get(draftKind, draftIdOf(key));
  return draft && mayOpenDraft(draft, caller) ? draft : undefined;
}

/** The sender's names of the order, which a file brought. */
async function ordersIn(draft: StoredDraft | undefined, { fieldKeys, caller }: WriteContext) {
  if (draft?.Sealed.Values === undefined) return [];
  const values = readDraft(await fieldKeys.decrypt(draft.Sealed.Values, draftPlace(caller, draft.Id)));
  return values?.Readings?.flatMap(({ Orders }) => Orders) ?? [];
}

/** Removed even if its first save is still on its way, which would offer a saved referral as a draft. */
async function removeDraft(key: string, { work, caller, now }: WriteContext): Promise<void> {
  const Id = draftIdOf(key);
  const draft = await work.get(draftKind, Id);
  if (draft && !mayOpenDraft(draft, caller)) return;
  const blank = { Id, UserId: caller.person.Id, Form: 'new-referral' as const, SavedAt: now.toISOString() };
  await work.put(draftKind, removedDraft(draft ?? blank));
}

interface Attached {
  referralId: string;
  ids: string[];
  draft: StoredDraft | undefined;
}

/** Only who uploaded them, or who continues the draft that they came with, can attach them. */
async function attachDocuments(
  { work, caller }: WriteContext,
  { referralId, ids, draft }: Attached,
): Promise<void> {
  const uploaders = [caller.person.Id, ...(draft?.TakenFrom ?? [])];
  for (const id of ids) {
    const document = await work.get(documentKind, id);
    const isOwn =
      document && (uploaders.includes(document.UploadedBy.Id) || draft?.DocumentIds?.includes(id));
    if (document?.ReferralId !== null || !isOwn)
      throw new AppError('not_found', 'One of the uploaded documents was not found. Please attach it again.');
    work.replace(documentKind, document, { ...document, ReferralId: referralId });
  }
}
