import { IconChevronLeft } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { ReferralEditForm } from './edit-form.tsx';
import { AtReferral, OthersHere } from '../presence/presence.tsx';
import styles from '../record/referral.module.css';

const route = getRouteApi('/referrals/$id/edit');

export function ReferralEditPage() {
  const { id } = route.useParams();
  return (
    <AtReferral key={id} id={id} edits>
      <div className="page">
        <Link to="/referrals/$id" params={{ id }} className={styles['back'] ?? ''}>
          <IconChevronLeft size={16} aria-hidden="true" /> Referral
        </Link>
        <PageHeading title="Edit referral">
          <div className="page-head-actions">
            <OthersHere />
          </div>
        </PageHeading>
        <ReferralToEdit id={id} />
      </div>
    </AtReferral>
  );
}

function ReferralToEdit({ id }: { id: string }) {
  const reading = useRead(referralsApi.byId, { query: { id } });
  return (
    <Reading
      of={reading}
      lines={9}
      missing={
        <EmptyState title="This referral was not found">
          It may have been deleted, or it belongs to an agency you do not work for.
        </EmptyState>
      }
    >
      {({ ReferralInfo: [referral], ReferralDocuments }) =>
        referral && <ReferralEditForm referral={referral} documents={ReferralDocuments} />
      }
    </Reading>
  );
}
