import { Select } from '@mantine/core';
import '../../../ui/theme/form-controls.ts';
import { useState } from 'react';
import * as z from 'zod';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import { type DocumentType, offeredOf } from '@handoff/shared/domain/agency/list-settings';
import { line } from '@handoff/shared/domain/records/text';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { useAction } from '../../../data/send/outbox.ts';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { type Form, useOwnForm } from '../../../ui/form/use-form.ts';

const Named = z.object({ Name: line(255).min(1, 'Enter a name'), DocumentTypeId: z.string().min(1) });

interface DocumentDialogProps {
  document: ReferralDocument;
  types: readonly DocumentType[];
  onClose: () => void;
}

/** Sorts a document that was attached under the wrong type or name. */
export function DocumentDialog({ document, types, onClose }: DocumentDialogProps) {
  const { blobName, name, DocumentTypeId } = document;
  // A later version must not be overwritten unseen.
  const [{ Etag }] = useState(document);
  const update = useAction(servicesApi.updateFile);
  const form: Form<z.input<typeof Named>> = useOwnForm({
    schema: Named,
    initial: { Name: name, DocumentTypeId },
    save: async ({ values }) =>
      (await update.run({ params: { blobName }, body: { ...values, Etag } })).ok ? values : undefined,
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title={`Change ${name}`}>
      <FormOf of={form} submit="Save" leaves>
        <form.Field name="DocumentTypeId" label="Document type">
          {({ value, ...control }) => (
            <Select
              {...control}
              allowDeselect={false}
              data={offeredOf(types, DocumentTypeId).map(({ Id, Name }) => ({ value: Id, label: Name }))}
              value={String(value)}
              onChange={(chosen) => control.onChange(chosen ?? '')}
            />
          )}
        </form.Field>
        <form.Field name="Name" />
      </FormOf>
    </FormDialog>
  );
}
