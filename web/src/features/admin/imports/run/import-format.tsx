import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { importsApi } from '@handoff/shared/contract/imports';
import {
  fileFields,
  type ColumnChoice,
  type FileField,
  type ImportStatus,
  type StateFileImport,
} from '@handoff/shared/domain/address/state-file-import';
import { stateNames } from '@handoff/shared/domain/address/us-state';
import { useAction } from '../../../../data/send/use-action.ts';
import { formatDateTime } from '../../../../text/format.ts';
import { wordsOfColumn } from '../../../../text/labels/import-labels.ts';
import styles from './run.module.css';

type Format = NonNullable<StateFileImport['Format']>;

interface ImportFormatProps {
  run: StateFileImport;
  status: ImportStatus;
  onActed: () => void;
}

/** The detected format and columns of the file, which can be corrected before it goes live. */
export function ImportFormat({ run, status, onActed }: ImportFormatProps) {
  const [isEdited, setEdited] = useState(false);
  const { Format: format } = run;
  if (!format) return null;
  const isStopped = status === 'needsConfirmation' || status === 'failed' || status === 'cancelled';
  const mayCorrect = isStopped && format.fileColumns.length > 0;
  return (
    <section aria-labelledby="format-title">
      <h2 id="format-title" className="section-title">
        How the file was read
      </h2>
      <p className="soft">
        {format.name}; {format.encoding}, separated by{' '}
        {delimiterWords.get(format.delimiter) ?? format.delimiter}
      </p>
      <Choice choice={format.choice} />
      {isEdited && mayCorrect ? (
        <CorrectColumns
          run={run}
          format={format}
          onClose={() => setEdited(false)}
          onActed={() => {
            setEdited(false);
            onActed();
          }}
        />
      ) : (
        <>
          <Columns format={format} />
          {mayCorrect && (
            <Button size="xs" variant="default" onClick={() => setEdited(true)}>
              Correct columns
            </Button>
          )}
        </>
      )}
    </section>
  );
}

const delimiterWords = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['tab', 'tabs'],
  ['|', 'bars'],
]);

function Choice({ choice }: { choice: Format['choice'] }) {
  if (!choice) return null;
  const { by, at, isApplied } = choice;
  return (
    <p>
      {isApplied
        ? `With the columns that ${by} chose on ${formatDateTime(at)}.`
        : `The columns that ${by} chose on ${formatDateTime(at)} are not in this file, so they were not used.`}
    </p>
  );
}

function Columns({ format: { columns, samples } }: { format: Format }) {
  return (
    <dl className="facts">
      {Object.entries(columns).map(([column, source]) => (
        <div key={column} className={styles['factsRow']}>
          <dt>{wordsOfColumn(column)}</dt>
          <dd>
            <code>{source}</code>
            <div className="soft small">
              {(samples[column] ?? []).join(' · ') || 'no value in the first rows'}
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface CorrectColumnsProps {
  run: StateFileImport;
  format: Format;
  onClose: () => void;
  onActed: () => void;
}

/** The choice to use the column names in the file. */
const AS_READ = ' as read';
const NONE = ' none';

function CorrectColumns({ run, format, onClose, onActed }: CorrectColumnsProps) {
  const [choice, setChoice] = useState<ColumnChoice>(format.choice?.isApplied ? format.choice.columns : {});
  const action = useAction(importsApi.correctColumns, { onSuccess: onActed });
  const columns = format.fileColumns.map(({ name, sample }) => ({
    value: name,
    label: sample === '' ? name : `${name} (${sample})`,
  }));
  const choose = (field: FileField, value: string) => {
    const { [field]: _former, ...others } = choice;
    setChoice(value === AS_READ ? others : { ...others, [field]: value === NONE ? '' : value });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void action.run({ body: { ImportId: run.ImportId, Columns: choice } });
      }}
    >
      <div className={styles['choices']}>
        {fileFields.map((field) => (
          <NativeSelect
            key={field}
            size="xs"
            label={wordsOfColumn(field)}
            value={valueOf(choice[field])}
            data={[
              { value: AS_READ, label: asRead(format, field) },
              ...columns,
              { value: NONE, label: 'None of the columns' },
            ]}
            onChange={(event) => choose(field, event.currentTarget.value)}
          />
        ))}
      </div>
      <p className="soft small">
        The file is read again with these columns, and so is the next file of {stateNames[run.State]} that has
        them.
      </p>
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={action.isPending}>
          Read the file again
        </Button>
      </Group>
    </form>
  );
}

function valueOf(column: string | undefined): string {
  if (column === undefined) return AS_READ;
  return column === '' ? NONE : column;
}

/** A corrected column is shown as the choice itself. */
function asRead({ columns, choice }: Format, field: FileField): string {
  const isChosen = choice?.isApplied === true && choice.columns[field] !== undefined;
  return isChosen
    ? 'By the names in the file'
    : columns[field] === undefined
      ? 'Not found'
      : `From the file: ${columns[field]}`;
}
