import { readFileSync } from 'node:fs';
import { allLines, type BenefitGroup } from '../../features/eligibility/x12/benefit-group.ts';
import { isDay, showPeriod } from '../../features/eligibility/x12/calendar.ts';
import { deidentified } from './deidentify.ts';
import type { Facts, Level } from '../../features/eligibility/x12/facts.ts';
import {
  arrange,
  isForEveryone,
  noFacts,
  readGroup,
  readHeading,
} from '../../features/eligibility/x12/parse-271.ts';
import { readReply, type Transaction } from '../../features/eligibility/x12/transaction.ts';
import { lineOf, type Segment } from '@handoff/shared/domain/eligibility/x12';

// `npm run build medicare-reading -- answer.271 2025-06-10` prints how the answer to a check of that date of service is read.

interface AnswerLine {
  text: string;
  /** `ignored` is left out on purpose; `unread` has no rule. */
  state: 'envelope' | 'heading' | 'fact' | 'ignored' | 'unread';
  /** Those of a benefit are listed at its EB. */
  facts: string[];
}

/**
 * Shows an answer line by line with the resulting facts, but without identifying data, so that a mapping can be
 * corrected. The original answer decides whether a line was read; the facts come from the lines shown. No lines: it is
 * no 271.
 */
export function readingOf(answer: string, dateOfService: string): AnswerLine[] {
  const original = linesRead(answer);
  if (!original) return [];
  const safe = original.map(({ segment }) => deidentified(segment, dateOfService));
  const end = original[0]?.segment.separators.segment ?? '';
  const shown = linesRead(safe.map((line) => line + end).join(''));
  return original.map(({ state }, index) => {
    const facts = shown?.length === original.length ? (shown[index]?.facts ?? []) : [];
    return { text: safe[index] ?? '', state, facts: state === 'unread' ? [] : facts };
  });
}

/** One line and its facts per row; the first column is the response without identifiers. */
function print(lines: readonly AnswerLine[]): string {
  if (lines.length === 0) return 'The response is no 271, so no line of it was read.';
  const rows = lines.map(({ text, state, facts }) => [text, state, ...facts].join('\t'));
  const unread = lines.filter(({ state }) => state === 'unread').length;
  return [...rows, '', `${unread} of ${lines.length} lines are unread`].join('\n');
}

interface LineRead {
  segment: Segment;
  state: AnswerLine['state'];
  facts: string[];
}

function linesRead(text: string): LineRead[] | undefined {
  const reply = readReply(text);
  if (reply.kind !== '271') return undefined;
  const lines = new Map<Segment, LineRead>(
    reply.segments.map((segment) => [segment, { segment, state: 'envelope', facts: [] }]),
  );
  const note = (segment: Segment, state: LineRead['state'], facts: string[] = []) =>
    lines.set(segment, { segment, state, facts });
  for (const transaction of reply.transactions) {
    for (const stray of transaction.strays) note(stray, 'unread');
    const { shared, people } = arrange(transaction.body);
    for (const { heading, groups } of [shared, ...people]) {
      for (const { segment, level } of heading) noteHeading(segment, { level, transaction, note });
      for (const { group, level } of groups)
        // A benefit outside a person's loop belongs to no one.
        noteGroup(group, {
          level,
          transaction,
          note,
          isStray: people.length > 0 && groups === shared.groups && !isForEveryone(group),
        });
    }
  }
  return [...lines.values()];
}

interface Noting {
  level: Level;
  transaction: Transaction;
  note: (segment: Segment, state: LineRead['state'], facts?: string[]) => void;
}

function noteHeading(segment: Segment, { level, transaction, note }: Noting): void {
  const facts = noFacts(transaction);
  readHeading(segment, level, facts);
  note(segment, facts.unread.length > 0 ? 'unread' : 'heading', factsIn(facts, noFacts(transaction)));
}

function noteGroup(
  group: BenefitGroup,
  { level, transaction, note, isStray }: Noting & { isStray: boolean },
): void {
  const facts = noFacts(transaction);
  readGroup(group, level, facts);
  const isUnread = isStray || facts.unread.includes(allLines(group));
  const state = isUnread ? 'unread' : facts.ignored.length > 0 ? 'ignored' : 'fact';
  note(group.eb, state, factsIn(facts, noFacts(transaction)));
  for (const row of group.rows) note(row, facts.unread.includes(lineOf(row)) ? 'unread' : state);
}

const words = new Map<keyof Facts, string>([
  ['traces', 'Trace'],
  ['writtenOn', 'Written on'],
  ['rejections', 'Rejection'],
  ['processingFailure', 'Not processed'],
  ['beneficiary', 'Person'],
  ['correction', 'Corrected'],
  ['entitlements', 'Entitlement'],
  ['medicareAdvantage', 'Medicare Advantage'],
  ['partD', 'Part D'],
  ['secondaryPayers', 'Medicare secondary payer'],
  ['hospice', 'Hospice'],
  ['hospicePeriodsUsed', 'Hospice periods used'],
  ['homeHealth', 'Home health'],
  ['certifications', 'Certification'],
  ['kidneyDisease', 'ESRD'],
  ['assistance', 'Assistance'],
  ['deductibles', 'Amount'],
  ['therapy', 'Therapy'],
  ['daysLeft', 'Days left'],
]);

/** Describes what a line added to the facts, such as `Entitlement: part B, status active, from 01/01/2001`. */
function factsIn(facts: Facts, before: Facts): string[] {
  return [...words].flatMap(([kind, title]) => {
    const [value, was]: unknown[] = [facts[kind], before[kind]];
    if (JSON.stringify(value) === JSON.stringify(was)) return [];
    return (Array.isArray(value) ? value : [value]).map((one: unknown) => `${title}: ${inWords(one)}`);
  });
}

function inWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(inWords).join(' and ');
  return Object.entries(value)
    .filter(([key, part]) => !['segment', 'Segment', 'isDateUnreadable'].includes(key) && isSaid(part))
    .map(([key, part]) => (key === 'period' ? showPeriod(part).trim() : `${spaced(key)} ${inWords(part)}`))
    .join(', ');
}

const isSaid = (part: unknown): boolean =>
  part !== undefined &&
  part !== null &&
  part !== '' &&
  part !== false &&
  !(Array.isArray(part) && part.length === 0);

const spaced = (key: string): string =>
  key.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

if (import.meta.main) {
  const [file, dateOfService = ''] = process.argv.slice(2);
  if (file === undefined || !isDay(dateOfService))
    throw new Error('Name the file of a 271 and the date of service: -- answer.271 2025-06-10');
  process.stdout.write(`${print(readingOf(readFileSync(file, 'utf8'), dateOfService))}\n`);
}
