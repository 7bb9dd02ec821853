import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { ExchangeLine, ExchangeReading } from '@handoff/shared/domain/eligibility/reading';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { saveFile } from '../../../data/send/download.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { showSuccess } from '../../../data/toasts.ts';
import { segmentName } from './exchange-text.tsx';
import styles from './exchange.module.css';

/**
 * Shows each response line beside its interpretation. It has no patient names, so it opens without a click and can be
 * forwarded.
 */
export function HowItWasRead({ id, domain }: { id: string; domain: { BusinessDomainId?: string } }) {
  const reading = useRead(medicareEligibilityApi.exchangeReading, { query: { id, ...domain } });
  return (
    <Reading of={reading} lines={9} missing={null}>
      {(read) => <Lines reading={read} />}
    </Reading>
  );
}

function Lines({ reading }: { reading: ExchangeReading }) {
  const { Lines: lines, Unread, Problem } = reading;
  const rows = lines.map((line, index) => ({
    ...line,
    Id: String(index + 1),
    name: /^[A-Z0-9]*/.exec(line.Text)?.[0] ?? '',
  }));
  return (
    <section aria-labelledby="reading-title">
      <Group gap="sm" className={styles['head'] ?? ''}>
        <h2 id="reading-title" className="section-title">
          How the response was read
        </h2>
        {lines.length > 0 && (
          <Button
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden="true" />}
            onClick={() => {
              saveFile(fileOf(reading));
              showSuccess('File downloaded successfully');
            }}
          >
            Download without identifiers
          </Button>
        )}
      </Group>
      {Problem === null ? (
        <p className={styles['unread']} data-tone={Unread === 0 ? 'good' : 'warn'}>
          <b>{Unread === 0 ? 'Nothing is unread' : `${Unread} of ${lines.length} lines are unread`}</b>.
          Names, numbers and addresses are replaced, and all dates are moved by the same number of days, as if
          the date of service were 01/01/2001.
        </p>
      ) : (
        <p>{Problem}</p>
      )}
      {rows.length > 0 && <DataTable label="Lines as read" rows={rows} columns={columns} />}
    </section>
  );
}

const states = {
  envelope: 'Envelope',
  heading: 'Heading',
  fact: 'Read',
  ignored: 'Left out on purpose',
  unread: 'Unread',
} as const;

const columns: Column<ExchangeLine & { Id: string; name: string }>[] = [
  { title: 'Line', cell: ({ Id }) => Id, width: 44 },
  { title: 'What it is', cell: ({ name }) => segmentName(name), width: 150 },
  {
    title: 'Segment',
    cell: ({ name, Text }) => (
      <code className={styles['code']} data-segment={name}>
        {Text}
      </code>
    ),
  },
  {
    title: 'Read as',
    cell: ({ State, Facts }) => (
      <span className={styles['readAs']} data-state={State}>
        {Facts.length > 0 ? Facts.join('; ') : states[State]}
      </span>
    ),
  },
];

/** One line and its fact per row. It opens in any editor, and the first column is the original response. */
function fileOf({ Lines: lines, Unread }: ExchangeReading) {
  const rows = lines.map(({ Text, State, Facts }) => [Text, states[State], ...Facts].join('\t'));
  const text = [...rows, '', `${Unread} of ${lines.length} lines are unread`].join('\n');
  return {
    name: 'response-without-identifiers.txt',
    type: 'text/plain',
    bytes: new TextEncoder().encode(text),
  };
}
