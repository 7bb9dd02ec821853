const letter = '[AC-HJKMNP-RT-Y]';
const either = '[0-9AC-HJKMNP-RT-Y]';
const pattern = `[1-9]${letter}${either}[0-9]${letter}${either}[0-9]${letter}{2}[0-9]{2}`;

const whole = new RegExp(`^${pattern}$`);
const anywhere = new RegExp(`(?<![0-9A-Z])${pattern}(?![0-9A-Z])`, 'g');

/** A Medicare Beneficiary Identifier as it is sent: without the spaces and dashes people type. */
export function normalizeMbi(text: string): string {
  return text.replaceAll(/[\s‐-―-]/g, '').toUpperCase();
}

/** CMS's pattern; there is no check digit, so only the payer can say whose number it is. */
export function isMbi(text: string): boolean {
  return whole.test(text);
}

/** As on the card: `1EG4-TE5-MK73`. */
export function formatMbi(mbi: string): string {
  return isMbi(mbi) ? `${mbi.slice(0, 4)}-${mbi.slice(4, 7)}-${mbi.slice(7)}` : mbi;
}

/** `****-***-MK73`: how every answer, history record and log of ours shows it. */
export function maskMbi(mbi: string): string {
  return `****-***-${isMbi(mbi) ? mbi.slice(7) : '****'}`;
}

/** The text with every MBI in it masked. */
export function maskMbisIn(text: string): string {
  return text.replaceAll(anywhere, maskMbi);
}
