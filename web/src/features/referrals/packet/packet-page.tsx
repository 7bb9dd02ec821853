import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconChevronLeft, IconPrinter } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { Output } from '@handoff/shared/contract/endpoint';
import { Bones, ErrorState } from '../../../ui/feedback/page-states.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useCurrentPerson } from '../../../data/current-person.ts';
import type { CallError } from '../../../data/send/call-error.ts';
import { useOnce } from '../../../data/records/use-read.ts';
import { formatDateTime } from '../../../text/format.ts';
import { patientName } from '../referral-cells.tsx';
import referralStyles from '../record/referral.module.css';
import { PacketSections } from './packet-sections.tsx';
import styles from './packet.module.css';

const route = getRouteApi('/referrals/$id/packet');

export type Packet = Output<typeof referralsApi.packet>;

/** One referral for print or PDF. The browser's own print supports every script and tags its text. */
export function PacketPage() {
  const { id } = route.useParams();
  const [withInternal, setWithInternal] = useState(false);
  const query = { id, ...(withInternal && { InternalNotes: 'true' as const }) };
  const { output: packet, error } = useOnce(referralsApi.packet, { query });
  return (
    <div className={styles['page']}>
      <div className={styles['bar']}>
        <Link to="/referrals/$id" params={{ id }} className={referralStyles['back'] ?? ''}>
          <IconChevronLeft size={16} aria-hidden="true" /> Referral
        </Link>
        <Checkbox
          label="Internal notes too"
          checked={withInternal}
          onChange={({ currentTarget }) => setWithInternal(currentTarget.checked)}
        />
        {packet && (
          <Button leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        )}
      </div>
      {packet ? <Paper packet={packet} /> : <NotYet error={error} />}
    </div>
  );
}

function NotYet({ error }: { error: CallError | undefined }) {
  return (
    <>
      <PageHeading title="Referral packet" />
      {error ? <ErrorState error={error} onRetry={() => location.reload()} /> : <Bones lines={12} />}
    </>
  );
}

function Paper({ packet }: { packet: Packet }) {
  const agency = useCurrentPerson().domain?.Name ?? '';
  const [referral] = packet.ReferralInfo;
  const printed = `Printed ${formatDateTime(packet.PrintedAt)} by ${packet.PrintedBy.FullName}`;
  useFooter(`${agency} · ${printed}`);
  if (!referral) return null;
  return (
    <article className={styles['paper']}>
      <p className={styles['agency']}>{agency}</p>
      <PageHeading title={patientName(referral)} />
      <p className={styles['about']}>
        Referral packet, received {formatDateTime(referral.ReceivedAt)}. {printed}. Confidential: contains
        protected health information.
      </p>
      <PacketSections packet={packet} referral={referral} />
    </article>
  );
}

/** Printed at the bottom of every page, beside the page number; packet.module.css places it. */
function useFooter(text: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--packet-footer', JSON.stringify(text));
    return () => void style.removeProperty('--packet-footer');
  }, [text]);
}
