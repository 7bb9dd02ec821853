import { ActionIcon, Group, VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { importsApi } from '@handoff/shared/contract/imports';
import type { Output } from '@handoff/shared/contract/endpoint';
import { isFinished, type ImportProgress } from '@handoff/shared/domain/address/import-progress';
import { type StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { FileSubject, isNationalList, subjectNames } from '@handoff/shared/domain/address/file-subject';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { formatAge, formatCount, formatDateTime, plural } from '../../../../text/format.ts';
import { useNow } from '../../../../data/use-now.ts';
import { isRunning } from '../import-steps.ts';
import { statusWords } from '../../../../text/labels/import-labels.ts';
import { ProgressBar } from '../progress-bar.tsx';
import { VersionDialog, type VersionAction } from '../version-dialog.tsx';
import { rulesInWords, type StateFileRules } from './state-rules.tsx';

type LiveVersion = Output<typeof importsApi.list>['Live'][number];

interface StateTableProps {
  live: readonly LiveVersion[];
  /** Newest first. */
  imports: readonly StateFileImport[];
  progressOf: (each: StateFileImport) => ImportProgress;
  /** Undefined while loading. */
  rules: readonly StateFileRules[] | undefined;
  onRules: (state: FileSubject) => void;
  onActed: () => void;
}

interface StateRow {
  Id: FileSubject;
  live: LiveVersion | undefined;
  /** The import that is live. */
  source: StateFileImport | undefined;
  /** The import that a rollback goes back to. */
  former: StateFileImport | undefined;
  /** A later import than the live one. */
  last: { run: StateFileImport; progress: ImportProgress } | undefined;
  rules: StateFileRules | undefined;
  onRules: () => void;
  onAsk: (wanted: Wanted) => void;
}

interface Wanted {
  action: VersionAction;
  run: StateFileImport;
}

/** The live version of every state and list, with the actions on it. */
export function StateTable({ live, imports, progressOf, rules, onRules, onActed }: StateTableProps) {
  const [wanted, setWanted] = useState<Wanted | undefined>();
  const [isAsked, setAsked] = useState(false);
  const rows = FileSubject.options.map((state): StateRow => {
    const ofState = imports.filter(({ State }) => State === state);
    const version = live.find(({ State }) => State === state);
    const [newest] = ofState;
    const running = ofState.find((each) => isRunning(progressOf(each).status));
    const last = running ?? (newest?.ImportId === version?.ImportId ? undefined : newest);
    return {
      Id: state,
      live: version,
      source: ofState.find(({ ImportId }) => ImportId === version?.ImportId),
      former: ofState.find(({ ImportId }) => ImportId === version?.Previous[0]),
      last: last && { run: last, progress: progressOf(last) },
      rules: rules?.find(({ State }) => State === state),
      onRules: () => onRules(state),
      onAsk(asked) {
        setWanted(asked);
        setAsked(true);
      },
    };
  });
  return (
    <>
      <DataTable label="Addresses by state" rows={rows} columns={columns} />
      {wanted && (
        <VersionDialog
          key={`${wanted.run.ImportId} ${wanted.action}`}
          opened={isAsked}
          {...wanted}
          onActed={onActed}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

const columns: Column<StateRow>[] = [
  {
    title: 'State or list',
    cell: ({ Id, rules }) => (
      <>
        <b>{subjectNames[Id]}</b> <span className="soft">{Id}</span>{' '}
        {rules && <span className="soft small">{rulesInWords(rules)}</span>}
      </>
    ),
  },
  {
    title: 'Addresses or entries',
    cell: ({ live }) => (live ? formatCount(live.Addresses) : null),
    width: 120,
    align: 'end',
    phone: 'labeled',
  },
  {
    title: 'ZIP codes',
    cell: ({ Id, live }) => (live && !isNationalList(Id) ? formatCount(live.ZipCodes) : null),
    width: 90,
    align: 'end',
    phone: 'labeled',
  },
  {
    title: 'As of',
    cell: ({ source }) => (source ? formatDateTime(source.FinishedAt ?? source.At) : null),
    width: 180,
    phone: 'labeled',
  },
  {
    title: 'File',
    cell: ({ Id, live, source }) =>
      live?.ImportId ? (
        <Link className="link" to="/admin/imports/$importId" params={{ importId: live.ImportId }}>
          {source?.FileName ?? 'The live version'}
        </Link>
      ) : (
        <span className="soft">{live ? removedText(Id) : 'Nothing imported yet'}</span>
      ),
    width: 240,
    phone: 'labeled',
  },
  { title: 'Last try', cell: (row) => <LastTry {...row} />, width: 220, phone: 'labeled' },
  {
    title: 'Actions',
    head: <VisuallyHidden>Actions</VisuallyHidden>,
    cell: (row) => <StateMenu {...row} />,
    width: 44,
    align: 'end',
    phone: 'corner',
  },
];

const removedText = (subject: FileSubject) =>
  isNationalList(subject) ? 'List removed' : 'Addresses removed';

/** An ended try is news for a day; after that, only the list of past imports has it. */
const NEWS_MS = 24 * 60 * 60 * 1000;

function LastTry({ last, live }: StateRow) {
  const now = useNow();
  if (!last) return null;
  const { run, progress } = last;
  const { status, rows } = progress;
  const at = run.FinishedAt ?? run.At;
  const isNews = !isFinished(status) || status === 'needsConfirmation' || now - Date.parse(at) < NEWS_MS;
  if (!isNews || status === 'superseded' || status === 'removed') return null;
  // A failed try leaves the state as it was.
  const isHealthy = status === 'failed' && live !== undefined && live.ImportId !== null;
  const { label, color } = statusWords[status];
  return (
    <Group gap="sm">
      <Link className="link" to="/admin/imports/$importId" params={{ importId: run.ImportId }}>
        <StatusMark name={label} color={isHealthy ? 'gray' : color} />
      </Link>
      <span className="soft small number">
        {isRunning(status) ? plural(rows, 'row') : formatAge(at, now)}
      </span>
      <ProgressBar progress={progress} name={`Import of ${subjectNames[run.State]}`} />
    </Group>
  );
}

function StateMenu({ Id, source, former, rules, onRules, onAsk }: StateRow) {
  return (
    <Menu
      renderButton={(opener) => (
        <ActionIcon {...opener} aria-label={`Actions for ${subjectNames[Id]}`}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    >
      <MenuItem disabled={!rules} onClick={onRules}>
        Rules…
      </MenuItem>
      <MenuItem disabled={!former} onClick={() => former && onAsk({ action: 'rollback', run: former })}>
        {former ? `Roll back to ${former.FileName}…` : 'Roll back…'}
      </MenuItem>
      <MenuItem
        isDangerous
        disabled={!source}
        onClick={() => source && onAsk({ action: 'remove', run: source })}
      >
        Remove the {isNationalList(Id) ? 'list' : 'addresses'}…
      </MenuItem>
    </Menu>
  );
}
