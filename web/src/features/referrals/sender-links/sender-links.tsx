import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { senderLinksApi } from '@handoff/shared/contract/referrals/sender-links';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import {
  isLinkOpen,
  MessageToSource,
  senderLinkLimits,
  type SenderLink,
} from '@handoff/shared/domain/referral/sender-link';
import * as z from 'zod';
import { useMay } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useNow } from '../../../data/use-now.ts';
import { namesOf, useSettings } from '../../../data/use-settings.ts';
import { formatDateTime } from '../../../text/format.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { AskSender } from './ask-sender.tsx';
import styles from './sender-links.module.css';

interface SenderLinksProps {
  referral: Referral;
  missing: readonly string[];
}

/** The links of a referral for its sender, and the button for another one. */
export function SenderLinks({ referral, missing }: SenderLinksProps) {
  const reading = useRead(senderLinksApi.list, { query: { ReferralId: referral.Id } });
  const mayAsk = useMay('documents.edit');
  if (!mayAsk && (reading.data?.SenderLinks.length ?? 0) === 0) return null;
  return (
    <section className={styles['links']} aria-labelledby="sender-links">
      <h2 id="sender-links">Document requests</h2>
      <Reading
        of={reading}
        lines={2}
        isEmpty={({ SenderLinks: links }) => links.length === 0}
        empty={<p className="soft small">Nothing yet.</p>}
      >
        {({ SenderLinks: links }) => (
          <ul className="rows">
            {links.map((link) => (
              <LinkLine key={link.Id} link={link} mayEdit={mayAsk} />
            ))}
          </ul>
        )}
      </Reading>
      <AskSender {...{ referral, missing }} />
    </section>
  );
}

interface LinkLineProps {
  link: SenderLink;
  mayEdit: boolean;
}

function LinkLine({ link, mayEdit }: LinkLineProps) {
  const { documentTypes } = useSettings();
  const now = new Date(useNow());
  const [editing, setEditing] = useState<'message' | 'end'>();
  const isOpen = isLinkOpen(link, now);
  const asked = namesOf(link.DocumentTypeIds, documentTypes).join(', ') || 'No documents';
  const close = () => setEditing(undefined);
  return (
    <Stack component="li" gap="xs" className={isOpen ? '' : 'soft'}>
      <b>{asked}</b>
      <span className="soft small">
        {link.Files} of {senderLinkLimits.files} files received · {endOf(link, isOpen)} · by{' '}
        {link.CreatedBy.FullName}, {formatDateTime(link.CreatedAt)}
      </span>
      {link.Message !== '' && <p className={styles['message']}>{link.Message}</p>}
      {mayEdit && isOpen && (
        <Group component="span" gap="lg" align="stretch">
          <button type="button" className="text-button" onClick={() => setEditing('message')}>
            Change the message…
          </button>
          <button type="button" className="text-button" onClick={() => setEditing('end')}>
            Revoke…
          </button>
        </Group>
      )}
      <FormDialog opened={editing === 'message'} onClose={close} title="Message to the source">
        {editing === 'message' && <MessageForm link={link} onClose={close} />}
      </FormDialog>
      <RevokeDialog link={link} opened={editing === 'end'} onClose={close} />
    </Stack>
  );
}

function endOf({ Revoked, ExpiresAt }: SenderLink, isOpen: boolean): string {
  if (Revoked) return `revoked by ${Revoked.By.FullName}, ${formatDateTime(Revoked.At)}`;
  return `${isOpen ? 'works until' : 'ended'} ${formatDateTime(ExpiresAt)}`;
}

const schema = z.object({ Message: MessageToSource });

function MessageForm({ link, onClose }: { link: SenderLink; onClose: () => void }) {
  const form = useForm({
    schema,
    initial: { Message: link.Message },
    save: senderLinksApi.update,
    body: ({ values }) => ({ ...values, Id: link.Id, Etag: link.Etag }),
    onSaved: onClose,
  });
  return (
    <FormOf of={form} submit="Save" leaves>
      <form.Field
        name="Message"
        label="Message to the source"
        hint="Shown on the page of the sender and in the packet. Don’t include PHI."
      />
    </FormOf>
  );
}

interface RevokeDialogProps {
  link: SenderLink;
  opened: boolean;
  onClose: () => void;
}

function RevokeDialog({ link: { Id }, opened, onClose }: RevokeDialogProps) {
  const revoke = useAction(senderLinksApi.revoke, { onSuccess: onClose });
  return (
    <ConfirmDialog
      {...{ opened, onClose }}
      title="Revoke this link?"
      confirm="Revoke"
      isDanger
      isPending={revoke.isPending}
      onConfirm={() => void revoke.run({ body: { Id } })}
    >
      <p>Its page stops working at once. What was received stays. To ask again, make a new link.</p>
    </ConfirmDialog>
  );
}
