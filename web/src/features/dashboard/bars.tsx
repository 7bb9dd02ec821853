import { Link, type LinkProps } from '@tanstack/react-router';
import { formatCount } from '../../text/format.ts';
import { colors } from './columns.tsx';
import styles from './dashboard.module.css';

interface Bar {
  name: string;
  count: number;
  note: string;
  kind: 'accepted' | 'declined';
  list: LinkProps;
}

/** One row per item: its name, a bar relative to the largest, and a number that links to the list. */
export function Bars({ rows, empty = '' }: { rows: readonly Bar[]; empty?: string }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  if (rows.length === 0) return <p className="soft small">{empty}</p>;
  return (
    <ul className={styles['bars']}>
      {rows.map(({ name, count, note, kind, list }) => (
        <li key={name}>
          <span>{name}</span>
          <span className={styles['track']} aria-hidden="true">
            <span style={{ width: `${(count / most) * 100}%`, background: colors[kind] }} />
          </span>
          <span className="number">
            {count === 0 ? (
              '0'
            ) : (
              <Link {...list} className="label quiet-link" aria-label={`${name}: ${formatCount(count)}`}>
                {formatCount(count)}
              </Link>
            )}{' '}
            <span className="soft small">{note}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
