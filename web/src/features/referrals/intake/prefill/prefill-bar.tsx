import { Button } from '@mantine/core';
import { plural } from '../../../../text/format.ts';
import type { Prefill } from './use-prefill.ts';
import styles from './prefill.module.css';

/** Says how many values wait, and accepts those whose check passed. */
export function PrefillBar({
  of: { offers, acceptPassed },
}: {
  of: Pick<Prefill, 'offers' | 'acceptPassed'>;
}) {
  const waiting = [...offers.byPath.values()];
  const passed = waiting.filter(({ check }) => check.isPassed).length;
  if (waiting.length === 0) return null;
  return (
    <section className={styles['bar']} aria-label="Values found in the documents">
      <span>
        <output>
          <b>{plural(waiting.length, 'value')} found in the documents</b>, {passed} without a warning.
        </output>{' '}
        <span className="small">
          In a field, <kbd>⏎</kbd> accepts its value and <kbd>Esc</kbd> skips it.
        </span>
      </span>
      <Button size="xs" disabled={passed === 0} onClick={acceptPassed}>
        Accept all checked
      </Button>
    </section>
  );
}
