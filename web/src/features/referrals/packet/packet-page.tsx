import { Button, Checkbox, Group } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconChevronLeft, IconPrinter } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { referralExportsApi } from '@handoff/shared/contract/referrals/referral-exports';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { Output } from '@handoff/shared/contract/endpoint';
import { Bones, ErrorState } from '../../../ui/feedback/page-states.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useCurrentPerson } from '../../../data/current-person.ts';
import type { CallError } from '../../../data/send/call-error.ts';
import { useOnce } from '../../../data/records/use-read.ts';
import { formatDateTime } from '../../../text/format.ts';
import { patientName } from '../referral-cells.tsx';
import { RevealButton } from '../record/referral-header.tsx';
import { useRevealedNumbers } from '../record/use-revealed-numbers.ts';
import referralStyles from '../record/referral.module.css';
import { PacketDocuments } from './packet-documents.tsx';
import { PacketSections } from './packet-sections.tsx';
import styles from './packet.module.css';

const route = getRouteApi('/referrals/$id/packet');

export type Packet = Output<typeof referralExportsApi.packet>;

/** One referral for print or PDF. The browser's own print supports every script and tags its text. */
export function PacketPage() {
  const { id } = route.useParams();
  const [withInternal, setWithInternal] = useState(false);
  const query = { id, ...(withInternal && { InternalNotes: 'true' as const }) };
  const { output: packet, error } = useOnce(referralExportsApi.packet, { query });
  const referral = packet?.ReferralInfo[0];
  const [withDocuments, setWithDocuments] = useState(false);
  const [awaited, setAwaited] = useState(0);
  const [mbi, setMbi] = useState<string>();
  return (
    <div className={styles['page']}>
      <Group gap="sm" justify="space-between" className={`${styles['bar']}`}>
        <Link to="/referrals/$id" params={{ id }} className={referralStyles['back'] ?? ''}>
          <IconChevronLeft size={16} aria-hidden="true" /> Referral
        </Link>
        <Checkbox
          label="Internal notes too"
          checked={withInternal}
          onChange={({ currentTarget }) => setWithInternal(currentTarget.checked)}
        />
        {packet && packet.ReferralDocuments.length > 0 && (
          <Checkbox
            label="Documents too"
            checked={withDocuments}
            onChange={({ currentTarget }) => setWithDocuments(currentTarget.checked)}
          />
        )}
        {referral && <FullNumber referral={referral} onShown={setMbi} />}
        {packet && (
          <Button
            variant="filled"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            loading={withDocuments && awaited > 0}
            onClick={() => window.print()}
          >
            Print or save as PDF
          </Button>
        )}
      </Group>
      {packet ? <Paper packet={packet} mbi={mbi} /> : <NotYet error={error} />}
      {packet && withDocuments && (
        <PacketDocuments documents={packet.ReferralDocuments} onAwaited={setAwaited} />
      )}
    </div>
  );
}

interface FullNumberProps {
  referral: Referral;
  onShown: (mbi: string | undefined) => void;
}

/** Puts the full MBI on the sheet, for a person who may see it and says why. */
function FullNumber({ referral, onShown }: FullNumberProps) {
  const numbers = useRevealedNumbers(referral);
  const mbi = numbers.shown?.Mbi;
  useEffect(() => onShown(mbi), [mbi, onShown]);
  if (!numbers.isOffered || referral.Patient.Mbi === '') return null;
  return <RevealButton numbers={numbers} what="the full MBI" />;
}

function NotYet({ error }: { error: CallError | undefined }) {
  return (
    <>
      <PageHeading title="Referral packet" />
      {error ? <ErrorState error={error} onRetry={() => location.reload()} /> : <Bones lines={12} />}
    </>
  );
}

function Paper({ packet, mbi }: { packet: Packet; mbi: string | undefined }) {
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
      <PacketSections packet={packet} referral={referral} mbi={mbi} />
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
