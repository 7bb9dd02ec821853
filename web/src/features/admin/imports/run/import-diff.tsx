import { isNationalList, type FileSubject } from '@handoff/shared/domain/address/file-subject';
import type { ImportStatus } from '@handoff/shared/domain/address/import-progress';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { formatCount } from '../../../../text/format.ts';
import styles from './run.module.css';

interface ImportDiffProps {
  run: Pick<StateFileImport, 'State' | 'Diff'>;
  status: ImportStatus;
}

/** The changes against the live version. */
export function ImportDiff({ run: { State, Diff: diff }, status }: ImportDiffProps) {
  if (!diff) return null;
  return (
    <section aria-labelledby="diff-title">
      <h2 id="diff-title" className="section-title">
        {titles[status] ?? 'What it changes'}
      </h2>
      <DiffFacts subject={State} diff={diff} />
      {diff.placesRenamed.length > 0 && <PlacesRenamed diff={diff} />}
      {diff.streets && <Streets streets={diff.streets} />}
    </section>
  );
}

const titles: Partial<Record<ImportStatus, string>> = {
  live: 'What it changed',
  superseded: 'What it changed',
  failed: 'What it would have changed',
  cancelled: 'What it would have changed',
};

export function DiffFacts({ subject, diff }: { subject: FileSubject; diff: Diff }) {
  const { addressesBefore, addressesAfter, zipsAdded, zipsChanged, zipsRemoved } = diff;
  const { codesAdded, codesRemoved } = diff;
  const isList = isNationalList(subject);
  return (
    <dl className="facts number">
      <dt>{isList ? 'Entries' : 'Addresses'}</dt>
      <dd>
        {formatCount(addressesBefore)} → {formatCount(addressesAfter)}{' '}
        <span className="soft">({change(addressesBefore, addressesAfter)})</span>
      </dd>
      {!isList && (
        <>
          <dt>ZIP codes added</dt>
          <dd>
            {formatCount(zipsAdded)} <Codes codes={codesAdded} of={zipsAdded} />
          </dd>
          <dt>ZIP codes changed</dt>
          <dd>{formatCount(zipsChanged)}</dd>
          <dt>ZIP codes removed</dt>
          <dd>
            {formatCount(zipsRemoved)} <Codes codes={codesRemoved} of={zipsRemoved} />
          </dd>
        </>
      )}
    </dl>
  );
}

type Diff = NonNullable<StateFileImport['Diff']>;

function PlacesRenamed({ diff: { placesRenamed, zipsRenamed } }: { diff: Diff }) {
  return (
    <div className={styles['part']}>
      <h3>
        ZIP codes with another city or county <span className="number">{formatCount(zipsRenamed)}</span>
      </h3>
      <ul>
        {placesRenamed.map(({ code, from, to }) => (
          <li key={code}>
            <b className="number">{code}</b> {from || 'none'} → {to || 'none'}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Streets({ streets: { added, removed, renamed, zips } }: { streets: NonNullable<Diff['streets']> }) {
  return (
    <div className={styles['part']}>
      <h3>
        Streets of ZIP codes that stay{' '}
        <span className="number soft">{streetCounts({ added, removed, renamed })}</span>
      </h3>
      {zips.map(({ code, streetsAdded, streetsRemoved, streetsRenamed, ...counts }) => (
        <details key={code}>
          <summary>
            <b className="number">{code}</b> <span className="soft number">{streetCounts(counts)}</span>
          </summary>
          <ul>
            {streetsRenamed.map(({ from, to }) => (
              <li key={from}>
                {from} → {to}
              </li>
            ))}
            {streetsAdded.map((street) => (
              <li key={street}>
                {street} <span className="soft">added</span>
              </li>
            ))}
            {streetsRemoved.map((street) => (
              <li key={street}>
                {street} <span className="soft">removed</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

function streetCounts(counts: { added: number; removed: number; renamed: number }): string {
  const parts = (['added', 'removed', 'renamed'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${formatCount(counts[name])} ${name}`);
  return parts.join(', ') || 'none changed';
}

const SHOWN = 12;

function Codes({ codes, of }: { codes: readonly string[]; of: number }) {
  if (codes.length === 0) return null;
  const more = of - SHOWN;
  return (
    <span className="soft small">
      {codes.slice(0, SHOWN).join(', ')}
      {more > 0 && ` and ${formatCount(more)} more`}
    </span>
  );
}

function change(before: number, after: number): string {
  if (before === after) return 'none more or less';
  const more = after > before;
  // A file that more than doubles the state is the first one, or of another kind, so a percentage says nothing.
  const share = after > 2 * before ? '' : `, ${((Math.abs(after - before) / before) * 100).toFixed(1)}%`;
  return `${formatCount(Math.abs(after - before))} ${more ? 'more' : 'fewer'}${share}`;
}
