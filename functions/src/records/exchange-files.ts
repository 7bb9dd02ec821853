import type { FieldKeys } from '../platform/ports.ts';

/** The question or the answer of a check, as it went over the wire. */
export interface ExchangeFile {
  domainId: string;
  checkId: string;
  part: '270' | '271';
}

export const exchangeFileName = ({ domainId, checkId, part }: ExchangeFile) =>
  `${domainId}/${checkId}.${part}`;

/** Sealed for its place, as numbers are: it holds them whole. Throws `FieldKeysNotConfigured`. */
export async function sealExchange(
  keys: FieldKeys,
  of: ExchangeFile,
  text: string,
): Promise<{ bytes: Uint8Array; type: string }> {
  const sealed = await keys.encrypt(text, placeOf(of));
  return { bytes: new TextEncoder().encode(sealed), type: 'text/plain; charset=utf-8' };
}

/** One from before files were sealed is the text itself. */
export async function openExchangeFile(
  keys: FieldKeys,
  of: ExchangeFile,
  bytes: Uint8Array,
): Promise<string> {
  const text = new TextDecoder().decode(bytes);
  return text.startsWith('enc:') ? keys.decrypt(text, placeOf(of)) : text;
}

const placeOf = ({ domainId, checkId, part }: ExchangeFile) => ({
  partition: `d:${domainId}`,
  type: 'exchange-file',
  id: checkId,
  field: part,
});
