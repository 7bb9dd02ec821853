import { Button } from '@mantine/core';
import { plural } from '../../../../text/format.ts';
import type { Prefill } from './use-prefill.ts';
import styles from './review-lane.module.css';

/** Reading a scanned page takes seconds; the form stays usable. */
export function ScanState({ of: scans }: { of: Prefill['scans'] }) {
  const { now, unread, unreadable } = scans;
  return (
    <>
      {now && (
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
      )}
      {!now && unread > 0 && (
        <div className={styles['scan']}>
          <span>{plural(unread, 'scanned page')} not read.</span>
          <Button size="xs" onClick={() => scans.readMore()}>
            Read more pages
          </Button>
        </div>
      )}
      {unreadable.map(({ page, name }) => (
        <output key={`${name} ${page}`}>
          This page could not be read: page {page} of {name}.
        </output>
      ))}
    </>
  );
}
