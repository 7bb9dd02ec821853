import { useRef, useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { withMaskedNumbers } from '@handoff/shared/domain/person/identifiers';
import type { Prefilled } from '@handoff/shared/domain/referral/prefilled';
import { NewReferral, type Referral } from '@handoff/shared/domain/referral/referral';
import { changedNames, partOf } from '../../../data/records/merge.ts';
import { asCallError } from '../../../data/send/call-error.ts';
import { outbox, useAction } from '../../../data/send/outbox.ts';
import { useApi } from '../../../data/use-api.ts';
import { showError } from '../../../data/toasts.ts';
import { useUpdateReferral } from '../edit/use-update-referral.ts';
import type { Attachment } from '../attachment.ts';
import { attachmentOf, documentUploads } from '../document-uploads.ts';

interface Wanted extends NewReferral {
  /** The draft that becomes this referral. */
  DraftId: string;
  Prefilled: Prefilled[];
}

/**
 * Creates one referral however often it is saved. When the answer to an attempt was lost and the form has changed
 * since, it first looks up that attempt and sends the changes as an update, because a second create would make a
 * duplicate.
 */
export function useSaveReferral() {
  const api = useApi();
  const created = useRef<Referral | undefined>(undefined);
  const firstNumbers = useRef<string | undefined>(undefined);
  const [lane] = useState(() => ({}));
  const create = useAction(referralsApi.create, { afterLostAnswer: () => undefined, showsFailure: true });
  const update = useUpdateReferral({ showsFailure: true });

  async function once({ DraftId, Prefilled, ...wanted }: Wanted, attachments: readonly Attachment[]) {
    firstNumbers.current ??= numbersOf(wanted);
    if (!created.current) {
      const creation = await create.run({ body: { ...wanted, DraftId, Prefilled } });
      if (!creation.ok) return creation.failure;
      [created.current] = creation.output.ReferralInfo;
    }
    const referral = created.current;
    if (!referral) return undefined;
    const areNumbersNew = numbersOf(wanted) !== firstNumbers.current;
    const changes = changedParts(referral, wanted, areNumbersNew);
    if (Object.keys(changes).length > 0) {
      const failure = await update.save(referral, changes);
      if (failure) return failure;
      firstNumbers.current = numbersOf(wanted);
    }
    return (await attachMissing(referral, attachments)) ?? { id: referral.Id };
  }

  /** Documents added after the attempt with the lost answer. */
  async function attachMissing(referral: Referral, attachments: readonly Attachment[]) {
    if (attachments.length === referral.DocumentCount) return undefined;
    const now = await api.client.call(referralsApi.byId, { query: { id: referral.Id } });
    const uploads = documentUploads(api, { silent: true, referralId: referral.Id });
    const there = new Set(now.ReferralDocuments.flatMap(({ Id, Sha256 }) => [Id, Sha256]));
    for (const { document, file, name } of attachments) {
      if (!document || there.has(document.Id) || there.has(document.Sha256)) continue;
      if (!file) {
        showError(`${name} was not attached. Attach it to the referral again.`);
        continue;
      }
      const attached = await uploads.add(file, attachmentOf(file, document.DocumentTypeId));
      if (!attached.ok) return attached.failure;
    }
    return undefined;
  }

  return {
    /** Resolves with the saved referral or with the failure. */
    save: (wanted: Wanted, attachments: readonly Attachment[]) =>
      outbox.enter({
        lane,
        wish: JSON.stringify([wanted, attachments.map(({ id }) => id)]),
        // The requests inside are counted as waiting one by one.
        silent: true,
        run: () => once(wanted, attachments).catch(asCallError),
      }),
    conflict: update.conflict,
  };
}

const typedParts = NewReferral.keyof().exclude(['DocumentIds']).options;

/**
 * Both sides went through the same schema, so equal content is equal text. Numbers come back masked, and different ones
 * can look the same: they are sent again when they were changed since the first attempt.
 */
function changedParts(referral: Referral, wanted: NewReferral, areNumbersNew: boolean): Partial<NewReferral> {
  const names = changedNames(referral, partOf(withMaskedNumbers(wanted), typedParts));
  return partOf(wanted, areNumbersNew ? [...names, 'Patient.Ssn', 'Patient.Mbi', 'Payers'] : names);
}

const numbersOf = ({ Patient, Payers }: NewReferral) =>
  JSON.stringify([Patient.Ssn, Patient.Mbi, Payers.map(({ MemberId }) => MemberId)]);
