import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { webhooksApi } from '@handoff/shared/contract/webhooks';
import type { Webhook } from '@handoff/shared/domain/agency/webhook';
import { CopyText } from '../../../ui/copy-text.tsx';
import { useAction } from '../../../data/send/outbox.ts';
import { useOnce } from '../../../data/records/use-read.ts';
import { formatClock } from '../../../text/format.ts';
import { useNow } from '../../../data/use-now.ts';
import styles from './webhooks.module.css';

interface SigningSecretProps {
  webhook: Webhook;
  isShownAtOnce: boolean;
}

/** The receiver verifies our requests with this secret. Its creator can see it for a few minutes, and never again. */
export function SigningSecret({ webhook, isShownAtOnce }: SigningSecretProps) {
  const { Id, SecretShownUntil, Etag } = webhook;
  const [isShown, setShown] = useState(isShownAtOnce);
  const rotate = useAction(webhooksApi.rotateSecret, { onSuccess: () => setShown(true) });
  const canBeShown = useNow() < Date.parse(SecretShownUntil);
  return (
    <Stack component="section" gap="sm" className={styles['part'] ?? ''} aria-label="Signing secret">
      <Group justify="space-between">
        <h3>Signing secret</h3>
        <Button size="xs" loading={rotate.isPending} onClick={() => void rotate.run({ body: { Id } })}>
          Rotate secret
        </Button>
      </Group>
      {isShown && canBeShown ? (
        <Secret key={Etag} webhook={webhook} />
      ) : (
        <p className="soft small">
          No longer shown. A new secret replaces it; for one day requests are signed with both.
        </p>
      )}
    </Stack>
  );
}

function Secret({ webhook: { Id, SecretShownUntil } }: { webhook: Webhook }) {
  const { output, error } = useOnce(webhooksApi.showSecret, { body: { Id } });
  if (error) return <p className="soft small">{error.message}</p>;
  if (!output) return null;
  return (
    <div>
      <code className={styles['secret']}>{output.Secret}</code>
      <p className="small">
        <CopyText text={output.Secret} label="Copy the secret" />
      </p>
      <p className="soft small">
        Visible until {formatClock(SecretShownUntil)}. Copy it now into the receiving system, which verifies
        each signature with it (standardwebhooks.com).
      </p>
    </div>
  );
}
