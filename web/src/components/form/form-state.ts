import { createContext, use } from 'react';
import type * as z from 'zod';
import type { CallError } from '../../data/send/call-error.ts';
import type { Conflict, Side } from '../../data/records/merge.ts';

/** What fields, buttons and dialogs of a form share. */
export interface FormState {
  schema: z.ZodType;
  values: object;
  errors: ReadonlyMap<string, string>;
  failure: CallError | undefined;
  /** How often it was refused: each time the first field that is wrong gets the focus. */
  refusals: number;
  isSaving: boolean;
  /** The fields that differ from what is saved. */
  changed: readonly string[];
  /** When a save has met one. */
  conflict: Conflict | undefined;
  set: (name: string, value: unknown) => void;
  submit: () => Promise<void>;
  settle: (sides: ReadonlyMap<string, Side> | undefined) => Promise<void>;
  reset: () => void;
  /** As it is now, not as it was drawn. */
  isUnsaved: () => boolean;
}

export const FormContext = createContext<FormState | undefined>(undefined);

export function useFormState(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error('A field outside of a form');
  return form;
}
