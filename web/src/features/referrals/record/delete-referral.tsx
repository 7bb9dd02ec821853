import { Button } from '@mantine/core';
import { IconRestore, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useAction } from '../../../data/send/use-action.ts';
import { useMay } from '../../../data/current-person.ts';
import { formatDateTime } from '../../../text/format.ts';
import { showOffer } from '../../../data/toasts.ts';

/** Asks nothing, because the toast and the referral's page can undo it until the purge. */
export function DeleteReferral({ referral: { Id, Etag } }: { referral: Pick<Referral, 'Id' | 'Etag'> }) {
  const navigate = useNavigate();
  const restore = useAction(referralsApi.restore);
  const remove = useAction(referralsApi.remove);
  async function run() {
    const removed = await remove.run({ body: { Id, Etag } });
    if (!removed) return;
    await navigate({ to: '/referrals' });
    showOffer({
      text: `It can be restored until ${formatDateTime(removed.PurgeAt)}.`,
      button: 'Undo',
      onTake: () => void restore.run({ body: { Id } }),
    });
  }
  return (
    <Button
      variant="default"
      loading={remove.isPending}
      leftSection={<IconTrash size={16} aria-hidden="true" />}
      onClick={() => void run()}
    >
      Delete
    </Button>
  );
}

interface RestoreReferralProps {
  id: string;
  /** The label of the button. */
  text: string;
}

/** Restores a deleted or merged referral. */
export function RestoreReferral({ id, text }: RestoreReferralProps) {
  const restore = useAction(referralsApi.restore);
  if (!useMay('referrals.edit')) return null;
  return (
    <Button
      variant="default"
      loading={restore.isPending}
      leftSection={<IconRestore size={16} aria-hidden="true" />}
      onClick={() => void restore.run({ body: { Id: id } })}
    >
      {text}
    </Button>
  );
}
