import { Button } from '@mantine/core';
import { plural } from '../../../../text/format.ts';
import type { Prefill } from './use-prefill.ts';
import styles from './prefill.module.css';

/** Says how many values wait, and accepts those whose check passed. */
export function PrefillBar({
  of: { offers, acceptPassed, scans },
}: {
  of: Pick<Prefill, 'offers' | 'acceptPassed' | 'scans'>;
}) {
  const waiting = [...offers.byPath.values()];
  const passed = waiting.filter(({ check }) => check.isPassed).length;
  const isReading = scans.now !== undefined || scans.unread > 0;
  if (waiting.length === 0 && !isReading && scans.unreadable.length === 0) return null;
  return (
    <section className={styles['bar']} aria-label="Found in the documents">
      {waiting.length > 0 && (
        <>
          <span>
            <output>
              <b>Found {plural(waiting.length, 'field')}</b>: {passed} verified, {waiting.length - passed} to
              review.
            </output>{' '}
            <span className="small">
              In a field, <kbd>⏎</kbd> accepts its value and <kbd>Esc</kbd> skips it.
            </span>
          </span>
          <Button variant="filled" size="xs" disabled={passed === 0} onClick={acceptPassed}>
            Accept {passed} verified
          </Button>
        </>
      )}
      {isReading && <ScanState of={scans} />}
      {scans.unreadable.map(({ page, name }) => (
        <output key={`${name} ${page}`}>
          This page could not be read: page {page} of {name}.
        </output>
      ))}
    </section>
  );
}

/** Reading a scanned page takes seconds; the form stays usable. */
function ScanState({ of: scans }: { of: Prefill['scans'] }) {
  const { now, unread } = scans;
  if (!now)
    return (
      <div className={styles['scan']}>
        <span>{plural(unread, 'scanned page')} not read.</span>
        <Button size="xs" onClick={() => scans.readMore()}>
          Read more pages
        </Button>
      </div>
    );
  return (
    <div className={styles['scan']}>
      <output>
        Reading the scanned page {now.page} of {now.pages} of {now.name}…
      </output>
      <Button size="xs" onClick={scans.skip}>
        Skip the page
      </Button>
      <Button size="xs" onClick={scans.stop}>
        Stop reading
      </Button>
    </div>
  );
}
