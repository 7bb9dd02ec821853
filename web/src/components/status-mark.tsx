import styles from './status-mark.module.css';

/** A state in words with its color as a mark beside it: never by color alone. */
export function StatusMark({ name, color }: { name: string; color: string }) {
  return (
    <span className={styles['status']}>
      <StatusDot color={color} />
      {name}
    </span>
  );
}

/** For where the words stand already. */
export const StatusDot = ({ color }: { color: string | undefined }) => (
  <span className={styles['dot']} data-color={color} />
);

/** The color of an agency, beside its name. */
export const DomainMark = ({ color }: { color: string }) => (
  <span className={styles['domain']} data-color={color} />
);
