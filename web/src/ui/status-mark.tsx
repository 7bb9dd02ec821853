import styles from './marks.module.css';

/** A status in words with a mark in its color, because color alone must not carry meaning. */
export function StatusMark({ name, color }: { name: string; color: string }) {
  return (
    <span className={styles['status']}>
      <StatusDot color={color} />
      {name}
    </span>
  );
}

/** For places that already show the words. */
export const StatusDot = ({ color }: { color: string | undefined }) => (
  <span className={styles['dot']} style={{ background: `var(--mark-${color}, var(--mark-gray))` }} />
);

/** The agency's color beside its name. */
export const DomainMark = ({ color }: { color: string }) => (
  <span className={styles['domain']} style={{ background: `var(--domain-${color}, var(--domain-blue))` }} />
);
