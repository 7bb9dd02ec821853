import { Button } from '@mantine/core';
import { IconRestore, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useAction } from '../../../data/send/use-action.ts';
import { useCurrentPerson, useMay } from '../../../lib/current-person.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { showOffer } from '../../../lib/toasts.ts';
import { currentOf } from '../edit/use-update-referral.ts';

/** No question before: it can be undone, from the toast and from the page of the referral until the purge. */
export function DeleteReferral({ referral: { Id, Etag } }: { referral: Pick<Referral, 'Id' | 'Etag'> }) {
  const navigate = useNavigate();
  const me = useCurrentPerson();
  const ownChange = useRef<string | undefined>(undefined);
  const restore = useAction(api.referrals.restore);
  const remove = useAction(api.referrals.remove, {
    handles(failure) {
      const current = currentOf(failure);
      ownChange.current = current?.UpdatedBy.Id === me.id ? current.Etag : undefined;
      return ownChange.current !== undefined;
    },
  });
  async function run() {
    ownChange.current = undefined;
    const first = await remove.run({ body: { Id, Etag } });
    // What this person changed a moment ago, and this page has not read yet, is no change of others.
    const removed = ownChange.current ? await remove.run({ body: { Id, Etag: ownChange.current } }) : first;
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
      size="sm"
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
  onRestored: () => Promise<unknown>;
  /** On the button. */
  text: string;
}

/** Of one that was deleted, or merged into another one, which this undoes. */
export function RestoreReferral({ id, onRestored, text }: RestoreReferralProps) {
  const restore = useAction(api.referrals.restore, { onSuccess: () => void onRestored() });
  if (!useMay('referrals.edit')) return null;
  return (
    <Button
      size="sm"
      variant="default"
      loading={restore.isPending}
      leftSection={<IconRestore size={16} aria-hidden="true" />}
      onClick={() => void restore.run({ body: { Id: id } })}
    >
      {text}
    </Button>
  );
}
