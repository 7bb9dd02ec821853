import { CatchBoundary } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import styles from './page-states.module.css';

interface GuardedRecord {
  /** Its stored form is shown if it cannot be shown as meant. */
  record: unknown;
  /** The list item or table row that holds the record. */
  within: 'li' | 'row';
}

const GuardedContext = createContext<GuardedRecord | undefined>(undefined);

/** One record that cannot be shown never takes down the list or the page around it. */
export function Guarded({ record, within, children }: GuardedRecord & { children: ReactNode }) {
  return (
    <GuardedContext value={{ record, within }}>
      <CatchBoundary getResetKey={() => record} errorComponent={AsStored}>
        {children}
      </CatchBoundary>
    </GuardedContext>
  );
}

function AsStored() {
  const { record, within } = use(GuardedContext) ?? {};
  const stored = (
    <details className={styles['stored']}>
      <summary>This entry cannot be shown as usual. Show what is stored</summary>
      <pre>{JSON.stringify(record, null, 2)}</pre>
    </details>
  );
  if (within === 'li') return <li>{stored}</li>;
  return (
    <tr>
      <td colSpan={100}>{stored}</td>
    </tr>
  );
}

/** A section or a card that cannot be shown leaves the others of its page as they are. */
export function GuardedPart({ of, children }: { of: unknown; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => of} errorComponent={BrokenPart}>
      {children}
    </CatchBoundary>
  );
}

const BrokenPart = ({ reset }: { reset: () => void }) => (
  <p className={styles['stored']} role="alert">
    This part cannot be shown. What is stored is safe.{' '}
    <button type="button" className="text-button" onClick={reset}>
      Try again
    </button>
  </p>
);
