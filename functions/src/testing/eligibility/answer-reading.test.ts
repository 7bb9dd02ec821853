import { describe, expect, test } from 'vitest';
import { readX12 } from '@handoff/shared/domain/eligibility/x12';
import { answerOf, BOTH, loop } from './answer-row.ts';
import { realRows } from './real-rows.ts';
import { sample, samples } from './sample-answers.ts';
import { readingOf } from './answer-reading.ts';

const DAY = '2025-06-10';

const unread = (lines: ReturnType<typeof readingOf>) => lines.filter(({ state }) => state === 'unread');

const exported = (answer: string) =>
  readingOf(answer, DAY)
    .flatMap(({ text, facts }) => [text, ...facts])
    .join('\n');

/** Lists, by segment, the elements that identify a person or the origin of an answer. */
const identifying: Record<string, number[]> = {
  ISA: [2, 4, 6, 8, 13],
  GS: [2, 3, 6],
  BHT: [3],
  TRN: [2, 3, 4],
  NM1: [3, 4, 5, 6, 7, 9],
  N3: [1, 2],
  N4: [1, 2, 3],
  PER: [2, 4, 6, 8],
  DMG: [2],
  INS: [9, 12],
  REF: [3],
};

function segmentsOf(text: string) {
  const read = readX12(text);
  return read.kind === 'x12' ? read.segments : [];
}

const joined = (lines: string[][]) => `${lines.map((line) => line.join('*')).join('~')}~`;

describe('an answer read line by line', () => {
  test.each([...samples.keys()])(
    '%s: every segment is listed, and none that was read counts as unread',
    (name) => {
      const lines = readingOf(sample(name), DAY);
      expect(lines.length).toBe(sample(name).includes('ST*271') ? segmentsOf(sample(name)).length : 0);
    },
  );

  test.each(realRows.map((row) => [row.title, row.text]))('nothing of %s is unread', (_title, answer) => {
    const lines = readingOf(answer, DAY);
    expect(lines.length).toBeGreaterThan(0);
    expect(unread(lines)).toEqual([]);
  });

  test('an unknown benefit is counted with all its lines, and the others keep their facts', () => {
    const lines = readingOf(
      answerOf([...BOTH, 'EB*G**30*ZZ', 'DTP*292*D8*20250101', 'MSG*USED AMOUNT']),
      DAY,
    );
    expect(unread(lines)).toHaveLength(3);
    const benefits = lines.filter(({ state }) => state === 'fact').flatMap(({ facts }) => facts);
    expect(benefits).toContainEqual(expect.stringContaining('part B, status active'));
  });

  test('a text that is not X12 has no lines', () => {
    expect(readingOf('the payer is closed', DAY)).toEqual([]);
  });
});

describe('what is exported', () => {
  test.each([...samples.keys()])('%s: no element that identifies anyone is included', (name) => {
    const text = exported(sample(name));
    const identifiers = segmentsOf(sample(name))
      .flatMap(({ id, elements }) => (identifying[id] ?? []).map((index) => elements[index]?.trim() ?? ''))
      .filter((value) => value.length >= 4);
    expect(identifiers.filter((value) => text.includes(value))).toEqual([]);
  });

  const CANARIES = [
    'ZEBRAFINCH',
    'QUOKKA',
    '7QQ7QQ7QQ77',
    '7QQ7-QQ7-QQ77',
    '987654321',
    '19310229',
    '19310228',
  ];
  test.each(CANARIES)('%s is in no element of any segment, known or not', (canary) => {
    const plain = answerOf([
      ...BOTH,
      'EB*R**30*HN*PLAN',
      'REF*18*H5521042*NAME',
      'REF*N6*042*NAME',
      'REF*1L*ABC',
      'DTP*290*D8*20250101',
      'MSG*MA BILL OPTION CODE - C',
      'III*ZZ*21',
      'HSD*VS*12',
      'NTE*ADD*TEXT',
      'QQ7*A*B',
      ...loop('NM1*PRP*2*PLAN*A*B*C*D*PI*77'),
    ]);
    const lines = segmentsOf(plain).map(({ elements }) => [...elements]);
    for (const [row, elements] of lines.entries())
      for (const index of elements.keys()) {
        if (elements[0] === 'ISA' && (index === 0 || index === 11 || index === 16)) continue;
        const planted = lines.map((line) => [...line]);
        const target = planted[row] ?? [];
        target[index] = elements[0] === 'ISA' ? canary.padEnd(target[index]?.length ?? 0) : canary;
        expect(exported(joined(planted))).not.toContain(canary);
        target[index] = `${elements[index]} ${canary}`;
        expect(exported(joined(planted))).not.toContain(canary);
      }
  });

  test('dates move together, so periods keep their length', () => {
    const text = exported(answerOf([...BOTH, 'EB*X**45*MA**26', 'DTP*292*RD8*20250601-20250620']));
    expect(text).toContain('DTP*292*RD8*20001223-20010111');
    expect(text).not.toContain('202506');
  });
});
