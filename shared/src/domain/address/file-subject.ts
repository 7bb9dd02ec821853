import * as z from 'zod';
import { addressStates, stateNames } from './us-state.ts';

/** National lists, which are imported as the address files of states are. */
export const nationalLists = {
  /** Practitioners who may order and refer, by CMS. */
  NPI: 'Order and Referring',
  /** Diagnosis codes, by CMS and the CDC. */
  ICD: 'ICD-10-CM codes',
} as const;
export type NationalList = keyof typeof nationalLists;

export const FileSubject = z.enum([...addressStates, 'NPI', 'ICD']);
export type FileSubject = z.infer<typeof FileSubject>;

export const subjectNames: Record<FileSubject, string> = { ...stateNames, ...nationalLists };

export const isNationalList = (subject: FileSubject): subject is NationalList => subject in nationalLists;

export const entriesOf = (subject: FileSubject): [one: string, several: string] =>
  isNationalList(subject) ? ['entry', 'entries'] : ['address', 'addresses'];

export const nounOf = (subject: FileSubject) => (isNationalList(subject) ? 'list' : 'state');

/** The options of a select: `CT - Connecticut`, value `CT`. */
export const subjectOptions = FileSubject.options.map((subject) => ({
  value: subject,
  label: `${subject} - ${subjectNames[subject]}`,
}));
