import type { StateFileImport } from '@handoff/shared/domain/state-file-import';
import { formatCount } from '../../lib/format.ts';

/** What going live changes, against the version that was live. */
export function ImportDiff({ diff }: { diff: StateFileImport['Diff'] }) {
  if (!diff) return null;
  return (
    <section aria-labelledby="diff-title">
      <h2 id="diff-title" className="import-title">
        What it changes
      </h2>
      <DiffFacts diff={diff} />
    </section>
  );
}

export function DiffFacts({ diff }: { diff: NonNullable<StateFileImport['Diff']> }) {
  const { addressesBefore, addressesAfter, zipsAdded, zipsChanged, zipsRemoved } = diff;
  return (
    <dl className="facts number">
      <dt>Addresses</dt>
      <dd>
        {formatCount(addressesBefore)} → {formatCount(addressesAfter)}{' '}
        <span className="soft">({change(addressesBefore, addressesAfter)})</span>
      </dd>
      <dt>ZIP codes added</dt>
      <dd>{formatCount(zipsAdded)}</dd>
      <dt>ZIP codes changed</dt>
      <dd>{formatCount(zipsChanged)}</dd>
      <dt>ZIP codes removed</dt>
      <dd>{formatCount(zipsRemoved)}</dd>
    </dl>
  );
}

function change(before: number, after: number): string {
  if (before === after) return 'none more or less';
  const more = after > before;
  const share = before === 0 ? '' : `, ${((Math.abs(after - before) / before) * 100).toFixed(1)} %`;
  return `${formatCount(Math.abs(after - before))} ${more ? 'more' : 'fewer'}${share}`;
}
