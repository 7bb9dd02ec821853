import { encode } from 'uqr';
import styles from './sender-links.module.css';

/** An address as a picture for the camera of a phone: no one types a secret from paper. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={styles['code']} viewBox={`0 0 ${size} ${size}`}>
      <title>The link as a QR code</title>
      <path d={`M0 0h${size}v${size}h-${size}z`} className={styles['paper']} />
      <path d={dark.join('')} />
    </svg>
  );
}
