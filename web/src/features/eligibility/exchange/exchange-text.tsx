import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { readX12 } from '@handoff/shared/domain/eligibility/x12';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import { CopyText } from '../../../ui/copy-text.tsx';
import { saveFile } from '../../../data/send/download.ts';
import { showSuccess } from '../../../data/toasts.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import styles from './exchange.module.css';

interface ExchangeTextProps {
  title: string;
  file: FileDownload | undefined;
}

/** One side of an exchange, one segment per line. */
export function ExchangeText({ title, file }: ExchangeTextProps) {
  const text = file && new TextDecoder().decode(file.bytes);
  return (
    <section aria-label={title}>
      <Group gap="sm" mt="lg" mb="sm">
        <h2>{title}</h2>
        {file && text !== undefined && (
          <>
            <CopyText text={text} />
            <Button
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden="true" />}
              onClick={() => {
                saveFile(file);
                showSuccess('File downloaded successfully');
              }}
            >
              Download
            </Button>
          </>
        )}
      </Group>
      {text === undefined ? <p className="soft">None of it was saved.</p> : <Segments text={text} />}
    </section>
  );
}

function Segments({ text }: { text: string }) {
  const read = readX12(text);
  if (read.kind === 'notX12')
    return (
      <>
        <p>This is no X12: {read.why}.</p>
        <pre className="card">{text}</pre>
      </>
    );
  const segments = read.segments.map(({ id, elements, separators }, index) => ({
    Id: String(index + 1),
    name: id,
    text: elements.join(separators.element),
  }));
  return <DataTable label="Segments" rows={segments} columns={columns} />;
}

const columns: Column<{ Id: string; name: string; text: string }>[] = [
  { title: 'Line', cell: ({ Id }) => Id, width: 44 },
  { title: 'What it is', cell: ({ name }) => segmentName(name), width: 200 },
  {
    title: 'Segment',
    cell: ({ name, text }) => (
      <code className={styles['code']} data-segment={name}>
        {text}
      </code>
    ),
  },
];

/** Names of the segments of a 270 and a 271 (005010X279A1), for people who rarely read X12. */
const names = new Map([
  ['ISA', 'Envelope'],
  ['GS', 'Group'],
  ['ST', 'Transaction'],
  ['BHT', 'Purpose, trace, time'],
  ['HL', 'Level'],
  ['NM1', 'Name'],
  ['N3', 'Street'],
  ['N4', 'City, state, ZIP'],
  ['PER', 'Contact'],
  ['TRN', 'Trace number'],
  ['DMG', 'Birth date, gender'],
  ['INS', 'Relation, corrections'],
  ['AAA', 'Rejection'],
  ['EQ', 'Asked about'],
  ['EB', 'Benefit'],
  ['DTP', 'Date'],
  ['REF', 'Reference number'],
  ['MSG', 'Message'],
  ['III', 'Further detail'],
  ['HSD', 'Quantity'],
  ['LS', 'Loop begins'],
  ['LE', 'Loop ends'],
  ['AK1', 'About the group'],
  ['AK2', 'About the transaction'],
  ['IK3', 'Error in a segment'],
  ['IK4', 'Error in an element'],
  ['IK5', 'Transaction accepted or not'],
  ['AK9', 'Group accepted or not'],
  ['TA1', 'Envelope acknowledged'],
  ['SE', 'Transaction ends'],
  ['GE', 'Group ends'],
  ['IEA', 'Envelope ends'],
]);

const segmentName = (id: string): string => names.get(id) ?? '';
