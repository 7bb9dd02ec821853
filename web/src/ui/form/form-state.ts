import { createContext, use } from 'react';
import type * as z from 'zod';
import type { CallError } from '../../data/send/call-error.ts';
import type { Conflict, Side } from '../../data/records/merge.ts';

/** Shared by the fields, buttons and dialogs of a form. */
export interface FormState {
  schema: z.ZodType;
  values: object;
  errors: ReadonlyMap<string, string>;
  failure: CallError | undefined;
  /** Counts refused saves; each one moves the focus to the first invalid field. */
  refusals: number;
  isSaving: boolean;
  /** The fields that differ from the saved record. */
  changed: readonly string[];
  /** Set when a save has met a conflicting change. */
  conflict: Conflict | undefined;
  set: (name: string, value: unknown) => void;
  /** Shows or removes the errors of one field that a person has left. */
  judge: (name: string) => void;
  submit: () => Promise<void>;
  settle: (sides: ReadonlyMap<string, Side> | undefined) => Promise<void>;
  reset: () => void;
  /** Answers for this moment, not for the last render. */
  isUnsaved: () => boolean;
}

export const FormContext = createContext<FormState | undefined>(undefined);

export function useFormState(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error('A field outside of a form');
  return form;
}
