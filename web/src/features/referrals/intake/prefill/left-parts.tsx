import type { FileReading } from '@handoff/shared/domain/referral/file-reading';
import { plural } from '../../../../text/format.ts';
import styles from './prefill.module.css';

/** Names the parts of the files for which the form has no field; the files are attached whole. */
export function LeftParts({ of: files }: { of: readonly FileReading[] }) {
  const left = files.flatMap(({ Left }) => Left);
  const [first] = left;
  if (!first) return null;
  return (
    <details className={`message ${styles['left']}`} data-tone="plain">
      <summary>
        Left: {plural(left.length, 'part')}, such as {first.Where}
      </summary>
      <ul>
        {left.map(({ Where, Why }) => (
          <li key={`${Where} ${Why}`}>
            <b>{Where}</b> {Why}
          </li>
        ))}
      </ul>
    </details>
  );
}
