import { toast } from 'react-toastify/unstyled';
import { recordMessage } from './message-log.ts';

/** The specification's durations and limits, in one place. */
export const toastLimits = { limit: 20, autoClose: 2000 } as const;
const ERROR_MS = 4000;

export function showSuccess(text: string): void {
  recordMessage({ kind: 'success', text });
  toast.success(text, { autoClose: toastLimits.autoClose, role: 'status' });
}

export function showError(text: string): void {
  recordMessage({ kind: 'error', text });
  toast.error(text, { autoClose: ERROR_MS });
}
