import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { Bones, EmptyState, ErrorState, StaleNotice } from '../../components/page-states.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { useDownload } from '../../lib/api/download.ts';
import { useRead } from '../../lib/api/use-read.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLine } from './audit-line.tsx';
import { entryKey, trailCalls, type Trail, type TrailQuery, useTrail } from './use-trail.ts';
import { type People, usePeople } from './use-people.ts';

interface AuditTrailProps {
  trail: Trail;
  query: TrailQuery;
}

/** Who did what, newest first. */
export function AuditTrail({ trail, query }: AuditTrailProps) {
  const reading = useTrail(trail, query);
  const { entries, error } = reading;
  const settings = useRead(api.settings.get, trail === 'agency' ? {} : null).data;
  const people = usePeople(trail, { settings, entries: entries ?? [] });
  const retry = () => void reading.refresh();
  return (
    <section aria-label="Entries">
      <div className="audit-bar">
        <AuditFilters trail={trail} people={people} />
        <ExportButton trail={trail} query={query} />
      </div>
      {entries ? (
        <>
          {error && <StaleNotice error={error} onRetry={retry} />}
          <Entries {...{ trail, query, entries, settings, people }} />
          <Footer reading={reading} count={entries.length} />
        </>
      ) : (
        ((error && <ErrorState error={error} onRetry={retry} />) ?? <Bones lines={9} />)
      )}
    </section>
  );
}

interface EntriesProps extends AuditTrailProps {
  entries: readonly AuditEntry[];
  settings: Parameters<typeof AuditLine>[0]['settings'];
  people: People;
}

function Entries({ trail, query, entries, settings, people }: EntriesProps) {
  if (entries.length === 0) return <NoEntries isFiltered={Object.keys(query).length > 0} trail={trail} />;
  return (
    <ol className="audit-list">
      {entries.map((entry) => (
        <AuditLine
          key={entryKey(entry)}
          {...{ entry, trail, people, settings }}
          isAlone={query.Subject !== undefined}
        />
      ))}
    </ol>
  );
}

function Footer({ reading, count }: { reading: ReturnType<typeof useTrail>; count: number }) {
  const { hasMore, isLoadingMore, loadMore } = reading;
  if (count === 0) return null;
  return (
    <footer className="audit-footer">
      <output className="soft small number">
        {formatCount(count)} {count === 1 ? 'entry' : 'entries'}
        {hasMore && ' loaded'}
      </output>
      {hasMore && (
        <Button size="xs" variant="default" loading={isLoadingMore} onClick={() => void loadMore()}>
          Load older entries
        </Button>
      )}
    </footer>
  );
}

function ExportButton({ trail, query }: AuditTrailProps) {
  const download = useDownload(trailCalls[trail].exportFile);
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => void download.run({ query })}
    >
      Export as CSV
    </Button>
  );
}

function NoEntries({ isFiltered, trail }: { isFiltered: boolean; trail: Trail }) {
  if (!isFiltered)
    return (
      <EmptyState title="Nothing has been recorded yet">
        Every change appears here, with who made it.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No entries match"
      actions={
        <Link to="/admin/audit" search={trail === 'system' ? { of: trail } : {}} className="link">
          Clear the filters
        </Link>
      }
    />
  );
}
