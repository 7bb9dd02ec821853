import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { systemHealthApi, type SystemHealth } from '@handoff/shared/contract/system-health';
import { CheckGlyph } from '../../../ui/check-glyph.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { formatClock, plural } from '../../../text/format.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { healthGroups, type HealthRow, healthRows, isTrouble } from './health-rows.ts';
import styles from './health.module.css';

/** How the installation is running, in sentences; what needs a person comes first. */
export function HealthPage() {
  const status = useRead(systemHealthApi.read, {});
  return (
    <div className={styles['page']}>
      <PageHeading title="System health">
        <Button onClick={() => void status.refresh()}>Check again</Button>
      </PageHeading>
      <Reading of={status} lines={12}>
        {(data) => <Groups status={data} />}
      </Reading>
    </div>
  );
}

function Groups({ status }: { status: SystemHealth }) {
  const rows = healthRows(status);
  const trouble = rows.filter(isTrouble);
  const fine = rows.filter((row) => !isTrouble(row));
  return (
    <>
      <output className={styles['lead']}>
        {trouble.length === 0
          ? 'Everything is working.'
          : `${plural(trouble.length, 'thing needs', 'things need')} attention.`}{' '}
        Checked at {formatClock(status.CheckedAt)}.
      </output>
      <Group title="Needs attention" rows={trouble} />
      {healthGroups.map((group) => (
        <Group key={group} title={group} rows={fine.filter((row) => row.group === group)} />
      ))}
    </>
  );
}

function Group({ title, rows }: { title: string; rows: readonly HealthRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className={styles['group']} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {rows.map(({ group, name, state, text, link }) => (
          <li key={`${group} ${name}`} className={styles['row']}>
            <CheckGlyph state={state} />
            <b>{name}</b>
            <span>
              {text}{' '}
              {link && (
                <Link {...link} className="link">
                  Open the import
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
