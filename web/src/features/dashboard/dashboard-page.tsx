import { Button, NativeSelect, Stack } from '@mantine/core';
import { IconChartBar, IconRefresh } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { dashboardApi } from '@handoff/shared/contract/agency-figures';
import type { Figures } from '@handoff/shared/domain/referral/figures';
import { PageHeading } from '../../ui/page-heading.tsx';
import { EmptyState } from '../../ui/feedback/page-states.tsx';
import { Reading } from '../../ui/feedback/reading.tsx';
import { useRead } from '../../data/records/use-read.ts';
import { formatClock } from '../../text/format.ts';
import { AgeCard, AnswerCard, DayCard, ReasonCard } from './chart-cards.tsx';
import { GroupCard } from './group-card.tsx';
import { Tiles } from './tiles.tsx';
import styles from './dashboard.module.css';

const route = getRouteApi('/dashboard');
const periods = [7, 14, 30, 90];
const STANDARD_DAYS = 14;

export function DashboardPage() {
  const { days = STANDARD_DAYS } = route.useSearch();
  const figures = useRead(dashboardApi.figures, { query: { Days: days } });
  const navigate = useNavigate();
  return (
    <Stack gap="lg" className={`page ${styles['page']}`}>
      <PageHeading title="Dashboard">
        <div className="page-head-actions">
          {figures.data && (
            <span className={`soft small ${styles['asOf']}`}>as of {formatClock(figures.data.AsOf)}</span>
          )}
          <Button
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={() => void figures.refresh()}
          >
            Refresh
          </Button>
          <NativeSelect
            aria-label="Period"
            value={String(days)}
            data={periods.map((each) => ({ value: String(each), label: `Last ${each} days` }))}
            onChange={({ currentTarget }) =>
              void navigate({ to: '/dashboard', search: { days: Number(currentTarget.value) } })
            }
          />
        </div>
      </PageHeading>
      <Reading
        of={figures}
        lines={12}
        isEmpty={({ Period, Previous, Open }) => Period.Received + Previous.Received + Open.Count === 0}
        empty={<NothingToCount days={days} />}
      >
        {(data) => <Counted figures={data} days={days} />}
      </Reading>
    </Stack>
  );
}

function Counted({ figures, days }: { figures: Figures; days: number }) {
  return (
    <>
      <Tiles figures={figures} days={days} />
      <div className={styles['cards']}>
        <DayCard figures={figures} />
        <AnswerCard figures={figures} />
        <AgeCard figures={figures} />
        <ReasonCard figures={figures} />
      </div>
      <GroupCard figures={figures} />
    </>
  );
}

function NothingToCount({ days }: { days: number }) {
  return (
    <EmptyState
      icon={IconChartBar}
      title={`No referrals in the last ${days} days`}
      actions={
        <Link to="/referrals" className="link">
          Show all referrals
        </Link>
      }
    >
      Once referrals are recorded, this page counts how many came, how many were accepted, and how fast they
      were answered.
    </EmptyState>
  );
}
