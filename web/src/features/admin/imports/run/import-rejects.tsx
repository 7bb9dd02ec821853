import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Fragment } from 'react';
import { importsApi } from '@handoff/shared/contract/imports';
import type { ImportProgress } from '@handoff/shared/domain/address/import-progress';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { stateNames } from '@handoff/shared/domain/address/us-state';
import { formatCount } from '../../../../text/format.ts';
import { useStoredDownload } from '../../../../data/send/download.ts';
import { isRunning } from '../import-steps.ts';
import { wordsOfRows } from '../../../../text/labels/import-labels.ts';
import styles from './run.module.css';

/** The reasons for rejected rows, with examples of each, and a file of all of them to correct. */
export function ImportRejects({ run, progress }: { run: StateFileImport; progress: ImportProgress }) {
  const download = useStoredDownload(importsApi.rejects);
  const reasons = Object.entries(run.RejectedByReason)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one);
  const skipped = Object.entries(run.SkippedByState).toSorted(([, one], [, other]) => other - one);
  return (
    <section aria-labelledby="rejects-title">
      <h2 id="rejects-title" className="section-title">
        Rejected rows
      </h2>
      {reasons.length === 0 && <p className="soft">{withoutReasons(progress)}</p>}
      {reasons.map(([reason, count]) => (
        <div key={reason} className={styles['part']}>
          <h3>
            {wordsOfRows(reason)} <span className="number">{formatCount(count)}</span>
          </h3>
          <Examples examples={run.Examples[reason] ?? []} guilty={guiltyCells.get(reason)} />
        </div>
      ))}
      {reasons.length > 0 && !isRunning(progress.status) && (
        <>
          <Button
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden="true" />}
            loading={download.isPending}
            onClick={() => void download.run({ params: { importId: run.ImportId } })}
          >
            Download rejected rows
          </Button>
          <p className="soft small">Fix them in that file and import only these rows with “Add”.</p>
        </>
      )}
      {skipped.length > 0 && (
        <div className={styles['part']}>
          <h3 className={styles['skipped']}>
            Skipped rows of other states:{' '}
            {skipped.map(([state, count], index) => (
              <Fragment key={state}>
                {index > 0 && ', '}
                {nameOfState.get(state) ?? state} {formatCount(count)}
              </Fragment>
            ))}
          </h3>
          <Examples examples={run.Examples['other-state'] ?? []} />
        </div>
      )}
    </section>
  );
}

type Cell = 'number' | 'street' | 'zip';

const guiltyCells = new Map<string, Cell>([
  ['no-zip', 'zip'],
  ['bad-zip', 'zip'],
  ['zip-outside-state', 'zip'],
  ['no-number', 'number'],
  ['unassigned-number', 'number'],
  ['no-street', 'street'],
]);

const nameOfState = new Map<string, string>(Object.entries(stateNames));

function withoutReasons({ status, rejected }: ImportProgress): string {
  if (!isRunning(status)) return rejected === 0 ? 'None.' : `${formatCount(rejected)}, without a report.`;
  return rejected === 0 ? 'None so far.' : `${formatCount(rejected)} so far; the reasons follow.`;
}

type Example = StateFileImport['Examples'][string][number];

function Examples({ examples, guilty }: { examples: readonly Example[]; guilty?: Cell | undefined }) {
  return (
    <ul>
      {examples.map((example) => (
        <li key={example.line}>
          <span className="soft small number">line {formatCount(example.line)}</span>{' '}
          {example.cells ? <Cells cells={example.cells} guilty={guilty} /> : <code>{example.text}</code>}
        </li>
      ))}
    </ul>
  );
}

const cellNames = ['number', 'street', 'zip'] as const;

/** The parts of the address, the one that was the reason in bold. */
function Cells({ cells, guilty }: { cells: NonNullable<Example['cells']>; guilty: Cell | undefined }) {
  return (
    <code>
      {cellNames.map((cell, index) => (
        <Fragment key={cell}>
          {index > 0 && ', '}
          {cell === guilty ? <b>{cells[cell] || 'none'}</b> : cells[cell]}
        </Fragment>
      ))}
    </code>
  );
}
