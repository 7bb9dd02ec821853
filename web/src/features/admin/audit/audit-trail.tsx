import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { settingsApi } from '@handoff/shared/contract/settings';
import { ExportButton } from '../../../ui/csv/export-button.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { ListFooter, Reading } from '../../../ui/feedback/reading.tsx';
import { plural } from '../../../text/format.ts';
import { useDownload } from '../../../data/send/download.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { usePatientInitials } from '../../../data/use-patient-initials.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLine } from './audit-line.tsx';
import { trailCalls, type Trail, type TrailQuery, useTrail } from './use-trail.ts';
import { usePeople } from './use-people.ts';
import { Guarded } from '../../../ui/feedback/guarded.tsx';

interface AuditTrailProps {
  trail: Trail;
  query: TrailQuery;
}

/** Audit entries, newest first. */
export function AuditTrail({ trail, query }: AuditTrailProps) {
  const entries = useTrail(trail, query);
  const settings = useRead(settingsApi.get, trail === 'agency' ? {} : null).data;
  const loaded = entries.data ?? [];
  const { people, agencies } = usePeople(trail, { settings, entries: loaded });
  const initials = usePatientInitials(loaded.map(({ subject }) => subject));
  return (
    <section aria-label="Entries">
      <Group gap="lg" align="end" justify="space-between" mb="md">
        <AuditFilters trail={trail} people={people} />
        <ExportTrail trail={trail} query={query} />
      </Group>
      <Reading
        of={entries}
        lines={9}
        isEmpty={(rows) => rows.length === 0}
        empty={<NoEntries isFiltered={Object.keys(query).some((name) => name !== 'Only')} trail={trail} />}
      >
        {(rows) => (
          <>
            <ol>
              {rows.map((entry) => (
                <Guarded key={entry.Id} record={entry} within="li">
                  <AuditLine
                    {...{ entry, trail, people, agencies, settings }}
                    initials={initials.get(entry.subject)}
                    isAlone={query.Subject !== undefined}
                  />
                </Guarded>
              ))}
            </ol>
            <ListFooter of={entries} text={plural(rows.length, 'entry', 'entries')} />
          </>
        )}
      </Reading>
    </section>
  );
}

function ExportTrail({ trail, query }: AuditTrailProps) {
  const download = useDownload(trailCalls[trail].exportFile);
  return <ExportButton isPending={download.isPending} onExport={() => void download.run({ query })} />;
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
