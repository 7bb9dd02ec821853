import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse271 } from './parse-271.ts';
import { judged, recounted, sample, samples } from '../../../testing/eligibility/sample-answers.ts';
import { categories } from '@handoff/shared/domain/eligibility/settings';

const someSample = fc.constantFrom(...samples.values());
const category = fc.constantFrom(...categories);

/** Answers without a verdict: whatever happens to them, they must not get one. */
const unknown = new Set([...samples.values()].filter((text) => judged(text).verdict.kind === 'notCompleted'));

const segmentsOf = (text: string) => text.split('~').map((segment) => segment.trim());

/** Returns a case that breaks the law or throws; null after many cases that do not. */
function counterexample<T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => boolean): T | null {
  return fc.check(fc.property(arbitrary, law), { numRuns: 700 }).counterexample?.[0] ?? null;
}

test('an answer that lost any segments can still be read, and an unknown one gives no verdict', () => {
  const lost = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 6 });
  const broken = counterexample(fc.tuple(someSample, lost, category), ([text, indexes, asked]) => {
    const left = segmentsOf(text).filter((_, index) => !indexes.includes(index));
    const { verdict } = judged(left.join('~'), asked);
    return verdict.kind !== 'result' || !unknown.has(text);
  });
  expect(broken).toBeNull();
});

test('an answer cut off anywhere before its end gives no verdict', () => {
  const concluded: string[] = [];
  for (const text of samples.values())
    for (let length = text.indexOf('\nSE*') + 1; length >= 0; length -= 5)
      if (judged(text.slice(0, length)).verdict.kind === 'result') concluded.push(text.slice(0, length));
  expect(concluded).toEqual([]);
});

test('segments in any order never throw, and never add a verdict to an answer silent about Part B', () => {
  const broken = counterexample(
    fc.tuple(someSample.chain(shuffled), category),
    ([{ text, original }, asked]) => {
      const { verdict } = judged(text, asked);
      return verdict.kind !== 'result' || !unknown.has(original) || original.includes('*MB');
    },
  );
  expect(broken).toBeNull();
});

test('benefits in any order, each with its own lines, give the same verdict', () => {
  const reordered = someSample.chain((text) => {
    const lines = segmentsOf(text);
    const from = lines.findIndex((line) => line.startsWith('EB*'));
    const to = lines.findIndex((line) => line.startsWith('SE*'));
    const benefits = lines
      .slice(from, to)
      .reduce<string[][]>(
        (groups, line) =>
          line.startsWith('EB*')
            ? [...groups, [line]]
            : [...groups.slice(0, -1), [...(groups.at(-1) ?? []), line]],
        [],
      );
    return fc
      .shuffledSubarray(from === -1 ? [] : benefits, { minLength: from === -1 ? 0 : benefits.length })
      .map((shuffle) => ({
        text,
        other:
          from === -1 ? text : [...lines.slice(0, from), ...shuffle.flat(), ...lines.slice(to)].join('~'),
      }));
  });
  const broken = counterexample(fc.tuple(reordered, category), ([{ text, other }, asked]) => {
    const [one, two] = [judged(text, asked), judged(other, asked)];
    const isSame =
      one.found.length === two.found.length &&
      one.found.every((each) => new Set<string>(two.found).has(each));
    return one.flags === two.flags && isSame;
  });
  expect(broken).toBeNull();
});

function shuffled(original: string) {
  const [isa = '', ...rest] = segmentsOf(original);
  return fc
    .shuffledSubarray(rest, { minLength: rest.length })
    .map((segments) => ({ original, text: [isa, ...segments].join('~') }));
}

const separators = '\u001C \u001D \u001E \u001F ! # ; { } = + % `'.split(' ');

test('any separators, line breaks and an unpadded ISA read the same', () => {
  const way = fc.record({
    text: fc.constantFrom(...[...samples.values()].filter((text) => text.startsWith('ISA'))),
    marks: fc.shuffledSubarray([...separators, '\t', '\n'], { minLength: 4, maxLength: 4 }),
    isPadded: fc.boolean(),
    lineBreak: fc.constantFrom('', '\n', '\r\n'),
  });
  const broken = counterexample(fc.tuple(way, category), ([{ text, marks, isPadded, lineBreak }, asked]) => {
    const padded = isPadded ? text : text.replace(/^ISA[^~]*/, (isa) => isa.replaceAll(/ +\*/g, '*'));
    const rewritten = padded
      .replaceAll('\n', '')
      .replaceAll(/[*|^~]/g, (mark) => marks['*|^~'.indexOf(mark)] ?? mark)
      .replaceAll(marks[3] ?? '', (end) => `${end}${lineBreak}`);
    return JSON.stringify(judged(rewritten, asked)) === JSON.stringify(judged(text, asked));
  });
  expect(broken).toBeNull();
});

test('any text gets an answer: not X12, no answer, or facts', () => {
  const noise = fc.string({ maxLength: 300 });
  const spliced = fc
    .tuple(someSample, fc.nat({ max: 900 }), fc.string({ maxLength: 12 }))
    .map(([text, where, bytes]) => text.slice(0, where) + bytes + text.slice(where));
  const anything = fc.oneof(
    noise,
    noise.map((text) => `ISA*${text}`),
    spliced,
  );
  const broken = counterexample(anything, (text) => {
    judged(text);
    return ['271', 'acknowledgement', 'notX12'].includes(parse271(text).kind);
  });
  expect(broken).toBeNull();
});

test("a segment longer than any sender's is not read", () => {
  const long = sample('made-03').replace('MSG*', `MSG*${'revocation'.repeat(2_000)}`);
  expect(long).toContain('revocationrevocation');
  expect(parse271(long)).toEqual({ kind: 'notX12', why: 'a segment of it is too long' });
});

test('names that every object has are not codes', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    const text = sample('made-03')
      .replace('EB*R**30*HN', `EB*R**30*${name}`)
      .replace('REF*18*H5521 042~\n', '')
      .replace('MSG*MA Bill Option Code - C~\n', '');
    expect(judged(recounted(text)).found).toContain('notice unread');
    expect(judged(text.replace('HL*3*2*22', `HL*3*2*${name}`)).flags).toBe('incomplete');
    const rejected = sample('made-72').replace('AAA*N**72', `AAA*N**${name}`);
    expect(judged(rejected).flags).toBe('configuration');
  }
});

test('a lost date does not turn an ended Part B into a running one', () => {
  const text = sample('made-02').replace('DTP*291*RD8*20100101-20250312~\n', '');
  expect(judged(text).flags).toBe('incomplete');
  const barred = sample('made-14').replace(/EB\*6\*\*30\*MB~\nDTP\*307[^~]*~\n/, 'EB*6**30*MB~\n');
  expect(judged(barred).flags).toBe('incomplete');
});
