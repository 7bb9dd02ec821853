import { IconArrowMerge } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MergedFrom, Referral } from '@handoff/shared/domain/referral/referral';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { formatDateTime } from '../../../text/format.ts';
import { RestoreReferral } from '../record/delete-referral.tsx';
import styles from './merge.module.css';

/** Shown at the address of a referral that was merged into another one. */
export function MergedReferral({ id, into }: { id: string; into: string }) {
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
            <RestoreReferral id={id} text="Undo the merge" />
          </>
        }
      >
        Both are of the same patient. Its documents, notes and checks are there.
      </EmptyState>
    </div>
  );
}

/** Lists the referrals that were merged into this one. */
export function MergedInto({ referral }: { referral: Referral }) {
  const { MergedFrom: all = [] } = referral;
  return all.map((from) => (
    <p key={from.Id} className={styles['from']}>
      <span>
        Merged with the referral received {formatDateTime(from.ReceivedAt)}, by {from.By.FullName} on{' '}
        {formatDateTime(from.At)}.
      </span>
      {isUndoable(from) && <RestoreReferral id={from.Id} text="Undo the merge" />}
    </p>
  ));
}

const isUndoable = ({ PurgeAt }: MergedFrom) => PurgeAt > new Date().toISOString();
