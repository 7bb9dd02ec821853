import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { systemHealthApi, type SystemHealth } from '@handoff/shared/contract/system-health';
import { CheckGlyph } from '../../../ui/check-glyph.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { formatClock, formatCount, plural } from '../../../text/format.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { healthGroups, type HealthRow, healthRows, isTrouble } from './health-rows.ts';
import styles from './health.module.css';

/** How the installation is running, in sentences; what needs a person comes first. */
export function HealthPage() {
  const status = useRead(systemHealthApi.read, {});
  return (
    <div className="page" data-width="regular">
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
      <output className="soft">
        {trouble.length === 0
          ? 'Everything is working.'
          : `${plural(trouble.length, 'thing needs', 'things need')} attention.`}{' '}
        Checked at {formatClock(status.CheckedAt)}.
      </output>
      <Group title="Needs attention" rows={trouble} />
      <details>
        <summary>{fineText(fine)}</summary>
        {healthGroups.map((group) => (
          <Group key={group} title={group} rows={fine.filter((row) => row.group === group)} />
        ))}
      </details>
    </>
  );
}

function fineText(rows: readonly HealthRow[]): string {
  const unknown = rows.filter(({ state }) => state === 'unknown').length;
  const fine = `${formatCount(rows.length - unknown)} fine`;
  return unknown === 0 ? fine : `${fine}, ${formatCount(unknown)} without a result yet`;
}

function Group({ title, rows }: { title: string; rows: readonly HealthRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="section-title">{title}</h2>
      <ul className={`card rows ${styles['group']}`}>
        {rows.map(({ group, name, state, text, link }) => (
          <li key={`${group} ${name}`} className={styles['row']}>
            <CheckGlyph state={state} />
            <b>{name}</b>
            <span className="soft">
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
