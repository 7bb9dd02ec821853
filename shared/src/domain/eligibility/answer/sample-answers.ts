import { judgeAnswer } from '../rules/judge-answer.ts';
import type { Inquiry } from './inquiry.ts';
import { defaultEligibilitySettings, type Category, type EligibilitySettings } from '../rules/settings.ts';

declare global {
  interface ImportMeta {
    /** Vite's: shared knows no file system, and only tests read these files. */
    glob: (pattern: string, options: Record<string, string | boolean>) => Record<string, string>;
  }
}

const files = import.meta.glob('../fixtures/*.271', { query: '?raw', import: 'default', eager: true });

/** Every published and own answer by its file name without the ending. */
export const samples = new Map(
  Object.entries(files).map(([path, text]) => [path.replace('../fixtures/', '').replace('.271', ''), text]),
);

export const sampleSettings: EligibilitySettings = { ...defaultEligibilitySettings, ownNpis: ['1999999984'] };

export function sample(name: string): string {
  const text = [...samples].find(([file]) => file.startsWith(name))?.[1];
  if (text === undefined) throw new Error(`No sample is named ${name}`);
  return text;
}

/** The inquiry the samples answer; its number ends as the answer's does. */
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

/** `0110`, or why there are no flags, and the findings by severity. */
export function judged(text: string, category: Category = 'Home Care', settings = sampleSettings) {
  const verdict = judgeAnswer(text, { inquiry: sampleInquiry(category, text), settings });
  if (verdict.kind === 'notCompleted') return { verdict, flags: verdict.failure, found: [] };
  const { isInputWrong, isPartBEligible, isProblematic, isActiveMedicareAdvantage } = verdict.flags;
  const flags = [isInputWrong, isPartBEligible, isProblematic, isActiveMedicareAdvantage]
    .map(Number)
    .join('');
  return { verdict, flags, found: verdict.findings.map(({ Code, Severity }) => `${Severity} ${Code}`) };
}
