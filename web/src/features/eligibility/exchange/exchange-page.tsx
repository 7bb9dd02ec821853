import { IconEye } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState, ErrorState } from '../../../ui/feedback/page-states.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useMay } from '../../../data/current-person.ts';
import { useApi } from '../../../data/use-api.ts';
import { formatClock } from '../../../text/format.ts';
import { ChooseExchange } from './choose-exchange.tsx';
import { ExchangeText } from './exchange-text.tsx';
import { type RawExchange, useExchange } from './use-exchange.ts';
import styles from './exchange.module.css';

const route = getRouteApi('/eligibility/exchange');

export function ExchangePage() {
  const { check, domain } = route.useSearch();
  return (
    <div className={`page ${styles['exchange']}`}>
      <PageHeading title="Request and response as sent" />
      {check === undefined ? <ChooseExchange /> : <Exchange key={check} id={check} agency={domain} />}
    </div>
  );
}

/** These texts contain full numbers, so they open by a recorded click, never by following a link. */
function Exchange({ id, agency }: { id: string; agency: string | undefined }) {
  const { domain } = useApi();
  // A person without a role in any agency has to name the agency of the check; for others the current one applies.
  const of = domain === undefined && agency !== undefined ? { BusinessDomainId: agency } : {};
  const { opened, open, isPending, error } = useExchange({ id, of });
  if (opened) return <Opened id={id} {...opened} />;
  if (error?.code === 'not_found') return <NothingKept id={id} />;
  if (error) return <ErrorState error={error} onRetry={() => void open()} />;
  return (
    <EmptyState
      icon={IconEye}
      title="This shows the full Medicare number"
      actions={
        <>
          <Button variant="filled" loading={isPending} onClick={() => void open()}>
            Open and record it
          </Button>
          <BackToCheck id={id} />
        </>
      }
    >
      Question (270) and answer (271) are for finding out why a payer refuses. Each look at them is recorded
      with your name and lasts ten minutes.
    </EmptyState>
  );
}

function Opened({ id, texts, until }: { id: string; texts: RawExchange; until: string }) {
  return (
    <>
      <p>
        Open until {formatClock(until)}; this look is recorded. <BackToCheck id={id} />
      </p>
      <ExchangeText title="Response (271)" file={texts['271']} />
      <ExchangeText title="Request (270)" file={texts['270']} />
    </>
  );
}

function NothingKept({ id }: { id: string }) {
  return (
    <EmptyState title="Nothing was saved" actions={<BackToCheck id={id} />}>
      The check was never sent, its response was pasted, or the texts are older than the agency keeps them.
    </EmptyState>
  );
}

function BackToCheck({ id }: { id: string }) {
  if (!useMay('eligibility.check')) return null;
  return (
    <Link to="/admin/medicareeligible" search={{ check: id }} className="link">
      Back to the check
    </Link>
  );
}
