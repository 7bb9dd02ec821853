import { Button, Group, Modal, Progress, Stack } from '@mantine/core';
import '../theme/dialogs.ts';
import '@mantine/core/styles/Progress.layer.css';
import { IconDots, IconDownload, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { peopleFilesApi } from '@handoff/shared/contract/people/people-files';
import type { partnersApi } from '@handoff/shared/contract/parties';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { Permission } from '@handoff/shared/domain/access/role';
import { useMay } from '../../data/current-person.ts';
import { formatCount, plural } from '../../text/format.ts';
import { useAction } from '../../data/send/outbox.ts';
import { saveFile, useDownload } from '../../data/send/download.ts';
import { useRepeated } from '../use-repeated.ts';
import { useRead } from '../../data/records/use-read.ts';
import { Menu, MenuItem } from '../menu.tsx';
import { ChangeList } from '../change-list.tsx';
import { FileDrop } from '../inputs/file-drop.tsx';
import { Bones, ErrorState } from '../feedback/page-states.tsx';

/** Imports and exports partners, payers, areas, insurances, Medicare plans and people in the same way. */
interface FileCalls {
  exportFile:
    | typeof partnersApi.exportFile
    | typeof medicareEligibilityApi.exportPlans
    | typeof peopleFilesApi.exportFile;
  previewImport:
    | typeof partnersApi.previewImport
    | typeof medicareEligibilityApi.previewPlans
    | typeof peopleFilesApi.previewImport;
  applyImport:
    | typeof partnersApi.applyImport
    | typeof medicareEligibilityApi.importPlans
    | typeof peopleFilesApi.applyImport;
}
type Preview = Output<FileCalls['previewImport']>;

interface CsvTransferProps {
  calls: FileCalls;
  /** The plural, such as "payers". */
  noun: string;
  /** The permission to import. */
  edit: Permission;
  /** Describes the columns of a file that is not simply an edited export. */
  columns?: string;
  /** The lines of a file to begin with, for people who have nothing to export yet. */
  template?: string;
}

export function CsvTransfer({ calls, noun, edit, columns, template }: CsvTransferProps) {
  const [isImporting, setImporting] = useState(false);
  const mayEdit = useMay(edit);
  const download = useDownload(calls.exportFile);
  return (
    <>
      <Menu
        renderButton={(opener) => (
          <Button {...opener} px="xs" aria-label={`Import or export ${noun}`} loading={download.isPending}>
            <IconDots size={16} />
          </Button>
        )}
      >
        <MenuItem icon={<IconDownload size={16} />} onClick={() => void download.run({})}>
          Export as CSV
        </MenuItem>
        {mayEdit && (
          <MenuItem icon={<IconUpload size={16} />} onClick={() => setImporting(true)}>
            Import a CSV file…
          </MenuItem>
        )}
      </Menu>
      <Modal opened={isImporting} onClose={() => setImporting(false)} title={`Import ${noun}`}>
        <ImportSteps {...{ calls, noun, columns, template }} onClose={() => setImporting(false)} />
      </Modal>
    </>
  );
}

interface ImportStepsProps {
  calls: FileCalls;
  noun: string;
  columns: string | undefined;
  template: string | undefined;
  onClose: () => void;
}

function ImportSteps({ calls, noun, columns, template, onClose }: ImportStepsProps) {
  const [file, setFile] = useState<{ name: string; Csv: string } | undefined>();
  if (file) return <ImportPreview {...{ calls, file, onClose }} onOther={() => setFile(undefined)} />;
  return (
    <Stack gap="md">
      <FileDrop
        label="Choose a CSV file"
        accept=".csv,text/csv"
        onFiles={([chosen]) => {
          if (chosen) void chosen.text().then((Csv) => setFile({ name: chosen.name, Csv }));
        }}
      >
        Or drop it here. Nothing is saved before you have seen what it would change.
      </FileDrop>
      <p className="soft small">
        {columns === undefined
          ? `The columns are those of an export: export the ${noun} first, edit the file, and import it again. A row with an Id changes that record; a row without one is found by its name, or added. An empty cell leaves the value unchanged.`
          : `The columns are ${columns}`}
      </p>
      {template !== undefined && (
        <Group>
          <Button
            leftSection={<IconDownload size={16} />}
            onClick={() =>
              saveFile({
                name: `${noun}-template.csv`,
                type: 'text/csv; charset=utf-8',
                bytes: new TextEncoder().encode(`${BYTE_ORDER_MARK}${template}`),
              })
            }
          >
            Download a template
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

interface ImportPreviewProps {
  calls: FileCalls;
  file: { name: string; Csv: string };
  onOther: () => void;
  onClose: () => void;
}

function ImportPreview({ calls, file, onOther, onClose }: ImportPreviewProps) {
  const [body] = useState({ Csv: file.Csv });
  const [preview, setPreview] = useState<Preview>();
  const [imported, setImported] = useState(0);
  const [isDone, setDone] = useState(false);
  const reading = useRead(calls.previewImport, preview ? null : { body });
  const apply = useAction(calls.applyImport);
  const { run, isRunning, stop } = useRepeated(async () => {
    const applied = await apply.run({ body });
    if (!applied.ok) return undefined;
    const { Added, Changed, Remaining } = applied.output;
    setImported((former) => former + Added + Changed);
    return Remaining;
  });
  // The first preview stays: once rows are imported, later answers describe only the rest.
  if (!preview && reading.data) setPreview(reading.data);

  const other = <Button onClick={onOther}>Choose another file</Button>;
  if (reading.error && !preview)
    return (
      <Stack gap="md">
        <ErrorState
          error={reading.error}
          onRetry={() => void reading.refresh()}
          title={`${file.name} was not imported`}
        />
        <Group justify="end">{other}</Group>
      </Stack>
    );
  if (!preview) return <Bones lines={4} />;

  const rows = preview.Added.length + preview.Changed.length;
  if (isDone)
    return (
      <Stack gap="md">
        <output>
          {formatCount(imported)} of {plural(rows, 'row')} imported.
        </output>
        <Group justify="end">
          <Button variant="filled" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="md">
      <p>
        <b>{file.name}</b>: {plural(preview.Added.length, 'new record')},{' '}
        {plural(preview.Changed.length, 'change')}, {formatCount(preview.Unchanged)} unchanged,{' '}
        {formatCount(preview.Rejected.length)} rejected.
      </p>
      <PreviewRows preview={preview} />
      {isRunning && (
        <Progress aria-label="Imported rows" value={rows === 0 ? 100 : (100 * imported) / rows} />
      )}
      <Group justify="space-between">
        {isRunning ? (
          <>
            <span>
              {formatCount(imported)} of {formatCount(rows)}
            </span>
            <Button onClick={stop}>Stop</Button>
          </>
        ) : (
          <>
            {other}
            <Button variant="filled" disabled={rows === 0} onClick={() => void run().then(setDone)}>
              {rows === 0 ? 'Nothing to import' : `Import ${plural(rows, 'row')}`}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

function PreviewRows({ preview: { Added, Changed, Rejected, IgnoredColumns } }: { preview: Preview }) {
  return (
    <Stack mah="45vh" style={{ overflowY: 'auto' }}>
      {IgnoredColumns.length > 0 && (
        <p className="message">
          These columns have no field and are not imported: {IgnoredColumns.join(', ')}.
        </p>
      )}
      <PreviewGroup
        title="Rejected"
        rows={Rejected.map(({ Reason, ...row }) => ({ ...row, text: Reason }))}
      />
      <PreviewGroup title="Changed" rows={Changed.map(withChanges)} />
      <PreviewGroup title="New" rows={Added.map(withChanges)} />
    </Stack>
  );
}

const withChanges = ({ Changes, ...row }: Preview['Added'][number]) => ({
  ...row,
  text: <ChangeList changes={Changes} settings={undefined} />,
});

const SHOWN = 50;

interface PreviewGroupProps {
  title: string;
  rows: { Line: number; Name: string; text: ReactNode }[];
}

function PreviewGroup({ title, rows }: PreviewGroupProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>
        {title} ({formatCount(rows.length)})
      </h3>
      <ul className="rows">
        {rows.slice(0, SHOWN).map(({ Line, Name, text }) => (
          <li key={Line}>
            <span className="soft small">line {formatCount(Line)}</span>{' '}
            <b>{Name === '' ? 'No name' : Name}</b> {text}
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p className="soft small">and {formatCount(rows.length - SHOWN)} more</p>}
    </section>
  );
}
