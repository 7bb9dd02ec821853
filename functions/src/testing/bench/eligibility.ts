import { judgeAnswer } from '../../features/eligibility/rules/classify.ts';
import { defaultEligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import { readX12 } from '@handoff/shared/domain/eligibility/x12';
import { readFileSync } from 'node:fs';

/**
 * `npm run bench eligibility` measures how many answers per second one core turns from the payer's text into
 * findings, route flags and the displayed coverage, for a usual and a long answer. That is all the computation of a
 * check; asking, storing and sending are waiting. The same text is used repeatedly, and nothing is cached between
 * rounds.
 */

/** With the most CPU that reading and judging an answer may take, relative to a bare split of its text. */
const CASES = [
  { segments: 77, maxTimesSplit: 10 },
  { segments: 400, maxTimesSplit: 4.5 },
];
// Counted instead of timed, because on a busy machine this thread would still be warming up when the time is over.
// With 5,000 the compiler, whose threads count as well, keeps working through half of the windows.
const WARM_UP_CHECKS = 30_000;
const WINDOWS = 20;
// Long enough that a garbage collection or a late compilation is a part of each window, not all of one.
const CHECKS_A_WINDOW = 2_000;

const cases = CASES.map(({ segments, maxTimesSplit }) => {
  const text = longAnswer(segments);
  const interchange = readX12(text);
  const read = interchange.kind === 'x12' ? interchange.segments.length : 0;
  if (read !== segments) throw new Error(`The answer has ${read} segments`);
  const verdict = check(text);
  if (verdict.kind !== 'result') throw new Error('The answer gives no result');

  for (let round = 0; round < WARM_UP_CHECKS; round += 1) {
    check(text);
    split(text);
  }
  // In turns, so that other work on the machine slows both.
  const windows = Array.from({ length: WINDOWS }, () => {
    const perSecond = rateOf(() => check(text));
    return { perSecond, timesSplit: rateOf(() => split(text)) / perSecond };
  });
  const median = (values: number[]) => values.toSorted((one, other) => one - other)[WINDOWS / 2] ?? NaN;
  const checksPerSecond = Math.round(median(windows.map(({ perSecond }) => perSecond)));
  const timesSplit = Number(median(windows.map((window) => window.timesSplit)).toFixed(1));
  console.log(`${segments} segments: ${checksPerSecond} checks per second of one core`);
  console.log(`${timesSplit} × the CPU of a bare split, at most ${maxTimesSplit}`);
  return { segments, checksPerSecond, timesSplit, maxTimesSplit };
});
console.log(`RESULT ${JSON.stringify({ cases })}`);
process.exitCode = cases.every(({ timesSplit, maxTimesSplit }) => timesSplit <= maxTimesSplit) ? 0 : 1;

/** The least that any reader of the text does. */
function split(text: string): number {
  return text.split('~').reduce((parts, segment) => parts + segment.split('*').length, 0);
}

function check(text: string) {
  const inquiry = {
    firstName: 'Ana',
    lastName: "O'Neil-Nunez",
    birthDate: '1948-03-12',
    mbi: '1EG4TE5MK00',
    category: 'Home Care',
    dateOfService: '2025-06-10',
  } as const;
  return judgeAnswer(text, { inquiry, settings: defaultEligibilitySettings });
}

/** Counts processor time, including the garbage collector's threads; waiting for others is not ours. */
function rateOf(work: () => unknown): number {
  const used = process.cpuUsage();
  for (let round = 0; round < CHECKS_A_WINDOW; round += 1) work();
  const { user, system } = process.cpuUsage(used);
  return (CHECKS_A_WINDOW / (user + system)) * 1_000_000;
}

/** Combines the benefits of several published answers into one, cut to the length of a long real one. */
function longAnswer(segments: number): string {
  const [first = '', ...others] = [
    '00-parts-a-and-b-active',
    '03-medicare-advantage-hmo-eb-r-form',
    '07-home-health-period-open-with-another-agency',
    '05-hospice-election-open',
    '09-working-aged-employer-plan-is-primary',
    '12-dual-eligible-qmb-with-part-d',
    '15-end-stage-renal-disease',
    '04-medicare-advantage-ppo-eb-u-form-with-ref-n6',
  ].map(fixture);
  const heading = segmentsOf(first.slice(0, first.indexOf('SE*')));
  const benefits = others.flatMap((answer) =>
    segmentsOf(answer.slice(answer.lastIndexOf('DTP*291*'), answer.indexOf('SE*'))).slice(1),
  );
  // Repeats as history: older plans, periods and payers of the same person.
  const repeats = Math.ceil(segments / benefits.length);
  const history = Array.from({ length: repeats }, () => benefits).flat();
  const body = [...heading, ...history].filter(Boolean).slice(0, segments - 3);
  return [...body, `SE*${body.length - 1}*0001`, 'GE*1*1', 'IEA*1*000000007'].join('~').concat('~');
}

function segmentsOf(answer: string): string[] {
  return answer.split('~').map((segment) => segment.trim());
}

function fixture(name: string): string {
  const folder = new URL('../../features/eligibility/fixtures/', import.meta.url);
  return readFileSync(new URL(`made-${name}.271`, folder), 'utf8');
}
