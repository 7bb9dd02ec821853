import { Button, Group, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { importsApi } from '@handoff/shared/contract/imports';
import { type ImportStatus } from '@handoff/shared/domain/address/import-progress';
import {
  fileFields,
  mostColumns,
  type ColumnChoice,
  type FileField,
  type StateFileImport,
} from '@handoff/shared/domain/address/state-file-import';
import { subjectNames } from '@handoff/shared/domain/address/file-subject';
import { useAction } from '../../../../data/send/outbox.ts';
import { formatDateTime, plural } from '../../../../text/format.ts';
import { wordsOfColumn, wordsOfRows } from '../../../../text/labels/import-labels.ts';
import { lacksColumns } from '../import-steps.ts';
import '../../../../ui/theme/form-controls.ts';
import styles from './run.module.css';

type Format = NonNullable<StateFileImport['Format']>;

interface ImportFormatProps {
  run: StateFileImport;
  status: ImportStatus;
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
  onActed: () => void;
}

/** The detected format and columns of the file, which can be corrected before it goes live. */
export function ImportFormat({ run, status, isEdited, onEdit, onActed }: ImportFormatProps) {
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
        {format.name};{' '}
        {format.kind === 'geojson'
          ? 'properties of GeoJSON'
          : `${format.encoding}, separated by ${delimiterWords.get(format.delimiter) ?? format.delimiter}`}
      </p>
      <Choice choice={format.choice} />
      {isEdited && mayCorrect ? (
        <CorrectColumns
          run={run}
          format={format}
          onClose={() => onEdit(false)}
          onActed={() => {
            onEdit(false);
            onActed();
          }}
        />
      ) : (
        <>
          <Columns format={format} />
          <Corrections corrected={run.Corrected} />
          <SharedTowns towns={run.SharedTowns} />
          {mayCorrect && !lacksColumns(run) && (
            <Button size="xs" onClick={() => onEdit(true)}>
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

function Columns({ format: { columns, samples, guessed, isZipFromTown } }: { format: Format }) {
  return (
    <dl className="facts">
      {Object.entries(columns).map(([column, source]) => (
        <div key={column}>
          <dt>{wordsOfColumn(column)}</dt>
          <dd>
            <code>{source}</code>
            {guessed.some((field) => field === column) && <span className="small"> found by its values</span>}
            <div className="soft small">
              {(samples[column] ?? []).join(' · ') ||
                (column === 'zip' && isZipFromTown
                  ? 'filled where the town has one ZIP code'
                  : 'no value in the first rows')}
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MAX_TOWNS_SHOWN = 10;

function Corrections({ corrected }: { corrected: StateFileImport['Corrected'] }) {
  return Object.entries(corrected).map(([kind, rows]) => (
    <p key={kind}>
      {wordsOfRows(kind)}: <span className="number">{plural(rows, 'row')}</span>
    </p>
  ));
}

function SharedTowns({ towns }: { towns: StateFileImport['SharedTowns'] }) {
  if (towns.length === 0) return null;
  return (
    <details>
      <summary>Towns with several ZIP codes, whose rows are rejected</summary>
      <ul>
        {towns.slice(0, MAX_TOWNS_SHOWN).map(({ town, zips, rows }) => (
          <li key={town}>
            {town}, <span className="number">{plural(rows, 'row')}</span>: {zips.join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface CorrectColumnsProps {
  run: StateFileImport;
  format: Format;
  onClose: () => void;
  onActed: () => void;
}

const NONE = ' none';

/** Each field has the columns of the choice, or what was read when there is none. */
function CorrectColumns({ run, format, onClose, onActed }: CorrectColumnsProps) {
  const [choice, setChoice] = useState<ColumnChoice>(() => offered(format));
  const action = useAction(importsApi.correctColumns, { onSuccess: onActed });
  const columns = format.fileColumns.filter(({ name }) => name !== '').map(optionOf);
  const choose = (field: FileField, picked: string[]) => {
    const { [field]: _former, ...others } = choice;
    if (picked.length === 0) setChoice(others);
    else if (picked.at(-1) === NONE) setChoice({ ...others, [field]: [] });
    else setChoice({ ...others, [field]: picked.filter((name) => name !== NONE).slice(-mostColumns[field]) });
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
          <MultiSelect
            key={field}
            label={wordsOfColumn(field)}
            {...(hints.has(field) && { description: hints.get(field) })}
            placeholder={choice[field] ? '' : asRead(format, field)}
            value={choice[field]?.length === 0 ? [NONE] : (choice[field] ?? [])}
            data={[...columns, { value: NONE, label: 'None of the columns' }]}
            searchable
            hidePickedOptions
            openOnFocus={false}
            onChange={(picked) => choose(field, picked)}
          />
        ))}
      </div>
      <p className="soft small">
        The file is read again with these columns, and so is the next file of {subjectNames[run.State]} that
        has them.
      </p>
      <Group gap="sm">
        <Button size="xs" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="filled" size="xs" type="submit" loading={action.isPending}>
          Read the file again
        </Button>
      </Group>
    </form>
  );
}

const hints = new Map<FileField, string>([
  ['number', 'Prefix, number and suffix. A column of addresses gives the number they begin with.'],
  ['street', 'Several columns are joined, such as direction, name and type.'],
  ['zip', 'A last line such as WESTBROOK ME 04092 works, too.'],
]);

type FileColumn = Format['fileColumns'][number];

function optionOf({ name, sample, guess }: FileColumn): { value: string; label: string } {
  const shown = sample === '' ? name : `${name} (${sample})`;
  return {
    value: name,
    label: guess ? `${shown}: ${wordsOfColumn(guess.field)}, ${guess.percent}%` : shown,
  };
}

/** The choice that is in use, or else the likeliest column for each field that was not found. */
function offered({ choice, columns, fileColumns, isZipFromTown }: Format): ColumnChoice {
  if (choice?.isApplied === true) return choice.columns;
  // A column of ZIP codes is better than the one ZIP code of a town.
  const isRead = (field: FileField) => columns[field] !== undefined && !(field === 'zip' && isZipFromTown);
  const likeliest = (field: FileField) =>
    isRead(field)
      ? undefined
      : fileColumns
          .filter(({ name, guess }) => name !== '' && guess?.field === field)
          .toSorted((a, b) => (b.guess?.percent ?? 0) - (a.guess?.percent ?? 0))[0];
  const found = (field: FileField) => isRead(field) || likeliest(field) !== undefined;
  const isSplit = columns['address'] === undefined && found('number') && found('street');
  const left: readonly FileField[] = isSplit ? ['address'] : found('address') ? ['number', 'street'] : [];
  return Object.fromEntries(
    fileFields.flatMap((field) => {
      const column = left.includes(field) ? undefined : likeliest(field);
      return column ? [[field, [column.name]]] : [];
    }),
  );
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
