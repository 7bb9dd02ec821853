import { Button, Group, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type * as z from 'zod';
import { senderLinksApi } from '@handoff/shared/contract/referrals/sender-links';
import { offeredOf } from '@handoff/shared/domain/agency/list-settings';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { NewSenderLink, type SenderLink } from '@handoff/shared/domain/referral/sender-link';
import { useCurrentPerson, useMay } from '../../../data/current-person.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { namesOf, useSettings } from '../../../data/use-settings.ts';
import { formatDateTime } from '../../../text/format.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { type Form, useOwnForm } from '../../../ui/form/use-form.ts';
import { hashOf, linkAddress, newSecret } from './link-secret.ts';
import styles from './sender-links.module.css';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

interface AskSenderProps {
  referral: Referral;
  /** Names of required types of which there is no document. */
  missing: readonly string[];
}

interface MadeLink {
  link: SenderLink;
  address: string;
}

/** Makes a link with which the sender uploads what is missing; a restricted referral is not for links. */
export function AskSender({ referral, missing }: AskSenderProps) {
  const mayAsk = useMay('documents.edit');
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeLink>();
  if (!mayAsk || referral.Restriction) return null;
  function open() {
    setMade(undefined);
    setOpen(true);
  }
  return (
    <>
      <button type="button" className="text-button" onClick={open}>
        Request documents…
      </button>
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={made ? 'Link for the sender' : 'Request documents'}
      >
        {isOpen && !made && <AskForm {...{ referral, missing }} onMade={setMade} />}
        {made && <LinkToHand {...made} referral={referral} />}
      </FormDialog>
    </>
  );
}

const schema = NewSenderLink.omit({ ReferralId: true, SecretSha256: true });

function AskForm({ referral, missing, onMade }: AskSenderProps & { onMade: (made: MadeLink) => void }) {
  const agency = useCurrentPerson().domain?.Id ?? '';
  const offered = offeredOf(useSettings().documentTypes);
  const [secret] = useState(newSecret);
  const create = useAction(senderLinksApi.create, { showsFailure: true });
  const form: Form<z.input<typeof schema>> = useOwnForm({
    schema,
    initial: {
      DocumentTypeIds: offered.filter(({ Name }) => missing.includes(Name)).map(({ Id }) => Id),
      Message: '',
      Days: 7,
    },
    save: async ({ values }) => {
      const SecretSha256 = await hashOf(secret);
      const made = await create.run({ body: { ...values, ReferralId: referral.Id, SecretSha256 } });
      return made.ok ? made.output.SenderLinks[0] : made.failure;
    },
    onSaved: (link) => onMade({ link, address: linkAddress(agency, secret) }),
  });
  return (
    <FormOf of={form} submit="Create link" leaves>
      <form.Field
        name="DocumentTypeIds"
        label="Documents to ask for"
        options={offered.map(({ Id, Name }) => ({ value: Id, label: Name }))}
      />
      <form.Field
        name="Message"
        label="Message to the source"
        hint="Shown on the page of the sender and in the packet. Don’t include PHI."
      />
      <form.Field name="Days" label="Link expires in (days)" hint="1 to 30." />
    </FormOf>
  );
}

/** Shown once: only the hash of the secret is stored. It prints alone on a sheet, as a fax or a letter. */
function LinkToHand({ link, address, referral }: MadeLink & Pick<AskSenderProps, 'referral'>) {
  const agency = useCurrentPerson().domain?.Name ?? '';
  const { documentTypes } = useSettings();
  const { FirstName, LastName } = referral.Patient;
  return (
    <Stack className={styles['sheet'] ?? ''}>
      <p>
        <b>{agency}</b> needs documents for {FirstName.charAt(0)}.{LastName.charAt(0)}.
      </p>
      {link.DocumentTypeIds.length > 0 && (
        <p>Please upload: {namesOf(link.DocumentTypeIds, documentTypes).join(', ')}.</p>
      )}
      {link.Message !== '' && <p className={styles['message']}>{link.Message}</p>}
      <p>
        Open this address in a browser. No account is needed. It works until {formatDateTime(link.ExpiresAt)}.
      </p>
      <p className="card">
        <code className={styles['address']}>{address}</code>
      </p>
      <Group gap="sm" className="no-print">
        <CopyText text={address} label="Copy the link" />
        <Button leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <p className="soft small no-print">
        Copy or print it now: it is not shown again, and no e-mail is sent. Anyone who has it can use it.
      </p>
      <Suspense>
        <QrCode text={address} />
      </Suspense>
    </Stack>
  );
}
