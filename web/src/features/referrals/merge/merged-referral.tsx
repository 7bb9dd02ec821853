import { Button } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import type { MergedFrom, Referral } from '@handoff/shared/domain/referral/referral';
import { EmptyState } from '../../../components/page-states.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { useMay } from '../../../lib/current-person.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import styles from './merge.module.css';

/** At the address of a referral that was merged into another one. */
export function MergedReferral({ id, into, onRestored }: { id: string; into: string } & Restoring) {
  return (
    <div className="page">
      <PageHeading title="Referral" />
      <EmptyState
        icon={IconArrowMerge}
        title="This referral was merged into another one"
        actions={
          <>
            <Link to="/referrals/$id" params={{ id: into }} className="link">
              Open the referral it was merged into
            </Link>
            <UndoMerge id={id} onRestored={onRestored} />
          </>
        }
      >
        Both are of the same patient. Its documents, notes and checks are there.
      </EmptyState>
    </div>
  );
}

/** Those that were merged into this one. */
export function MergedInto({ referral, onRestored }: { referral: Referral } & Restoring) {
  const { MergedFrom: all = [] } = referral;
  return all.map((from) => (
    <p key={from.Id} className={styles['from']}>
      <span>
        Merged with the referral received {formatDateTime(from.ReceivedAt)}, by {from.By.FullName} on{' '}
        {formatDateTime(from.At)}.
      </span>
      {isUndoable(from) && <UndoMerge id={from.Id} onRestored={onRestored} />}
    </p>
  ));
}

const isUndoable = ({ PurgeAt }: MergedFrom) => PurgeAt > new Date().toISOString();

interface Restoring {
  onRestored: () => Promise<unknown>;
}

function UndoMerge({ id, onRestored }: { id: string } & Restoring) {
  const restore = useAction(api.referrals.restore, { onSuccess: () => void onRestored() });
  if (!useMay('referrals.edit')) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={restore.isPending}
      onClick={() => void restore.run({ body: { Id: id } })}
    >
      Undo the merge
    </Button>
  );
}
