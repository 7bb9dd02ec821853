import { Button, Stack } from '@mantine/core';
import { webhooksApi } from '@handoff/shared/contract/webhooks';
import { NewWebhook, type Webhook, webhookEvents } from '@handoff/shared/domain/agency/webhook';
import { EditorHead } from '../../../ui/record-page/editor-frame.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { RemoveButton } from '../../../ui/record-page/remove-button.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { formatDateTime } from '../../../text/format.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { addressText, eventWords } from '../../../text/labels/webhook-labels.ts';

interface WebhookEditorProps {
  /** Undefined for a new webhook. */
  webhook: Webhook | undefined;
  /** Just created, so its secret is shown next. */
  isNew: boolean;
  onClose: () => void;
  onCreated: (id: string) => void;
  onGone: () => void;
}

/** Edits one webhook, and shows its secret and its deliveries. */
export function WebhookEditor(props: WebhookEditorProps) {
  const { webhook, isNew, onClose } = props;
  const list = useRead(webhooksApi.list, {});
  return (
    <Stack pb="lg">
      <EditorHead title={webhook ? addressText(webhook.Url) : 'New webhook'} onClose={onClose}>
        {webhook && <OnOrOff webhook={webhook} />}
      </EditorHead>
      {webhook?.DisabledAt && (
        <p className="notice" data-tone="error">
          Turned off on {formatDateTime(webhook.DisabledAt)} after three days of failures. Missed events were
          not sent. Turn it on, then resend from the log.
        </p>
      )}
      <WebhookForm {...props} />
      {webhook && (
        <>
          <SigningSecret webhook={webhook} isShownAtOnce={isNew} />
          <DeliveryLog webhook={webhook} onLook={() => void list.refresh()} />
        </>
      )}
    </Stack>
  );
}

const eventOptions = webhookEvents.map((value) => ({ value, label: eventWords[value] }));

function WebhookForm({ webhook, onGone, onCreated }: WebhookEditorProps) {
  const form = useForm({
    schema: NewWebhook,
    initial: { Url: '', Events: [...webhookEvents] },
    record: webhook,
    create: webhooksApi.create,
    update: webhooksApi.update,
    onSaved: (id) => {
      if (!webhook) onCreated(id);
    },
  });
  const { Field } = form;
  return (
    <Form
      of={form}
      submit={webhook ? 'Save' : 'Add webhook'}
      aside={webhook && <Delete webhook={webhook} onDone={onGone} />}
      startsFocused={!webhook}
    >
      <Field
        name="Url"
        label="Address"
        hint="https only. Each request carries ids; the other system reads the referral as FHIR."
      />
      <Field name="Events" label="Events" options={eventOptions} />
    </Form>
  );
}

interface OneProps {
  webhook: Webhook;
  onDone: () => void;
}

function OnOrOff({ webhook: { Id, Active } }: Pick<OneProps, 'webhook'>) {
  const update = useAction(webhooksApi.update);
  return (
    <Button
      size="xs"
      loading={update.isPending}
      onClick={() => void update.run({ body: { Id, Active: !Active } })}
    >
      {Active ? 'Switch off' : 'Switch on'}
    </Button>
  );
}

function Delete({ webhook: { Id, Url }, onDone }: OneProps) {
  const remove = useAction(webhooksApi.remove, { onSuccess: onDone });
  return (
    <RemoveButton
      label="Delete…"
      title={`Delete ${addressText(Url)}?`}
      sure="Delete permanently"
      isPending={remove.isPending}
      onRemove={() => void remove.run({ body: { Id } })}
    >
      <p>Nothing more is sent to it. This cannot be undone.</p>
    </RemoveButton>
  );
}
