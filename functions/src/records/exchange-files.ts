import type { FieldKeys } from '../platform/ports.ts';

export const EXCHANGE_FILE = 'exchange-file';
export const exchangeParts = ['270', '271'] as const;

/** The question or the answer of a check, as it went over the wire. */
export interface ExchangeFile {
  domainId: string;
  checkId: string;
  part: (typeof exchangeParts)[number];
}

export const exchangeFileName = ({ domainId, checkId, part }: ExchangeFile) =>
  `${domainId}/${checkId}.${part}`;

/** Seals it for its position like a number, because it contains full numbers. Throws `FieldKeysNotConfigured`. */
export async function sealExchange(
  keys: FieldKeys,
  of: ExchangeFile,
  text: string,
): Promise<{ bytes: Uint8Array; type: string }> {
  const sealed = await keys.encrypt(text, placeOf(of));
  return { bytes: new TextEncoder().encode(sealed), type: 'text/plain; charset=utf-8' };
}

export async function openExchangeFile(
  keys: FieldKeys,
  of: ExchangeFile,
  bytes: Uint8Array,
): Promise<string> {
  return keys.decrypt(new TextDecoder().decode(bytes), placeOf(of));
}

const placeOf = ({ domainId, checkId, part }: ExchangeFile) => ({
  partition: `d:${domainId}`,
  type: EXCHANGE_FILE,
  id: checkId,
  field: part,
});
