import { isMasked } from '@handoff/shared/domain/person/patient-numbers';

const MOST = 20;
const numbers = new Map<string, string>();

/**
 * The Medicare numbers typed in this tab by check, so that a check can be repeated: the history has them masked only.
 * In memory alone; no patient's number goes into the browser's storage.
 */
export function rememberNumber(checkId: string, mbi: string): void {
  if (mbi === '' || isMasked(mbi)) return;
  numbers.set(checkId, mbi);
  const [oldest] = numbers.keys();
  if (numbers.size > MOST && oldest !== undefined) numbers.delete(oldest);
}

export const numberOf = (checkId: string): string | undefined => numbers.get(checkId);
