import { readdirSync, readFileSync } from 'node:fs';
import { judgeAnswer } from '../../features/eligibility/rules/classify.ts';
import type { Inquiry } from '../../platform/eligibility-provider.ts';
import {
  defaultEligibilitySettings,
  type Category,
  type EligibilitySettings,
} from '@handoff/shared/domain/eligibility/settings';

const folder = new URL('../../features/eligibility/fixtures/', import.meta.url);

/** All published and own answers by their file name without extension. */
export const samples = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.271'))
    .map((file) => [file.replace('.271', ''), readFileSync(new URL(file, folder), 'utf8')]),
);

export const sampleSettings: EligibilitySettings = { ...defaultEligibilitySettings, ownNpis: ['1999999984'] };

export function sample(name: string): string {
  const text = [...samples].find(([file]) => file.startsWith(name))?.[1];
  if (text === undefined) throw new Error(`No sample is named ${name}`);
  return text;
}

/** Returns the inquiry that the samples answer; its number ends as the answer's does. */
export function sampleInquiry(category: Category, text = ''): Inquiry {
  return {
    firstName: 'Ana',
    lastName: 'O’Neil-Nuñez',
    birthDate: '1948-03-12',
    mbi: /1EG4TE5MK\d\d/.exec(text)?.[0] ?? '1EG4TE5MK00',
    category,
    dateOfService: '2025-06-10',
  };
}

/** Corrects the segment count of an answer after lines were added or removed. */
export function recounted(text: string): string {
  const segments = text.split('~');
  const [start, end] = ['ST', 'SE'].map((id) =>
    segments.findIndex((line) => line.trim().startsWith(`${id}*`)),
  );
  return text.replace(/(SE\*)\d+/, `$1${(end ?? 0) - (start ?? 0) + 1}`);
}

/** Returns the verdict, its flags such as `0110` or the failure, and its findings with their severities. */
export function judged(text: string, category: Category = 'Home Care', settings = sampleSettings) {
  const verdict = judgeAnswer(text, { inquiry: sampleInquiry(category, text), settings });
  if (verdict.kind === 'notCompleted') return { verdict, flags: verdict.failure, found: [] };
  const { isInputWrong, isPartBEligible, isProblematic, isActiveMedicareAdvantage } = verdict.flags;
  const flags = [isInputWrong, isPartBEligible, isProblematic, isActiveMedicareAdvantage]
    .map(Number)
    .join('');
  return { verdict, flags, found: verdict.findings.map(({ Code, Severity }) => `${Severity} ${Code}`) };
}
