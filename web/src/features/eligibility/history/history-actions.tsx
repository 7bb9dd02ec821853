import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { errorText } from '../../../data/send/call-error.ts';
import { saveFile } from '../../../data/send/download.ts';
import { showError, showSuccess } from '../../../data/toasts.ts';
import { useApi } from '../../../data/use-api.ts';
import { type HistoryQuery, readAll } from './history-export.ts';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { stringify } from 'csv-stringify/browser/esm/sync';
import { formatDateTime } from '../../../text/format.ts';
import { askedBy, providerName, verdictWords } from '../../../text/labels/eligibility-labels.ts';

export function HistoryActions({ query, picked }: { query: HistoryQuery; picked: readonly PastCheck[] }) {
  const exporting = useExport(query);
  return (
    <div className="page-head-actions">
      <output className="soft small">{pickedHint(picked.length)}</output>
      <CompareButton picked={picked} />
      <Button
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={exporting.isPending}
        onClick={() => void exporting.run()}
      >
        Export CSV
      </Button>
    </div>
  );
}

function pickedHint(count: number): string {
  if (count === 0) return 'Select two checks to compare';
  return count === 1 ? 'Select one more' : '2 picked';
}

function CompareButton({ picked }: { picked: readonly PastCheck[] }) {
  const navigate = useNavigate();
  const [before, after] = picked.toSorted((one, other) => one.CheckedAt.localeCompare(other.CheckedAt));
  return (
    <Button
      disabled={!before || !after}
      onClick={() => {
        if (before && after)
          void navigate({ to: '/eligibility/compare', search: { before: before.Id, after: after.Id } });
      }}
    >
      Compare
    </Button>
  );
}

/** Exports all checks that match the filters, not only the loaded ones. */
function useExport(query: HistoryQuery) {
  const access = useApi();
  const [isPending, setPending] = useState(false);

  async function run(): Promise<void> {
    if (isPending) return;
    setPending(true);
    try {
      const csv = historyCsv(await readAll(access, query));
      const bytes = new TextEncoder().encode(csv);
      saveFile({ name: 'eligibility-checks.csv', type: 'text/csv;charset=utf-8', bytes });
      showSuccess('File downloaded successfully');
    } catch (error) {
      showError(errorText(error));
    } finally {
      setPending(false);
    }
  }

  return { run, isPending };
}

const header = [
  'Checked',
  'By',
  'Last name',
  'First name',
  'Date of birth',
  'Medicare number',
  'Category',
  'Date of service',
  'Verdict',
  'Error',
  'Response from',
  'Label',
  'Reference',
  'Check',
];

/** For a spreadsheet. Every row names the source of its response. */
function historyCsv(checks: readonly PastCheck[]): string {
  const rows = checks.map((check) => [
    formatDateTime(check.CheckedAt),
    askedBy(check),
    check.LastName,
    check.FirstName,
    check.DateOfBirth,
    check.Mbi,
    check.Category,
    check.DateOfService,
    verdictWords[check.Verdict].label,
    check.FailureMessage,
    providerName(check.Provider),
    check.Label,
    check.Reference,
    check.Id,
  ]);
  return stringify([header, ...rows], csvFormat);
}
