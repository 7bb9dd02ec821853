import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { isLong, seeded } from '../faults/run-size.ts';
import { importedRows, rowsByRules } from './read-addresses.ts';
import { stateFile } from './state-file.ts';

// After the rules have rejected a few rows for a reason, the table rejects others like them. Only this test notices.

const FILES = isLong ? 10_000 : 20;
const random = seeded('rejected rows');

test(`${FILES} random files are counted, shown and reported as by the rules`, async () => {
  const different: string[] = [];
  for (let file = 0; file < FILES; file++) {
    const text = randomRefusals(file % 2 === 0);
    if (!isDeepStrictEqual(await importedRows(text), rowsByRules(text))) different.push(text);
  }
  expect(different).toEqual([]);
}, 3_600_000);

test('a generated state is counted, shown and reported as by the rules', async () => {
  const rows = isLong ? 200_000 : 20_000;
  for (const quotes of ['none', 'all'] as const) {
    const file = await buffer(stateFile({ state: 'CT', rows, seed: 4, quotes }));
    const text = file.toString().replace('\uFEFF', '');
    expect(await importedRows(text)).toEqual(rowsByRules(text));
  }
}, 600_000);

const refused = {
  first: [
    '-72.5',
    '',
    'x',
    '+1',
    '-',
    '=1',
    ' x',
    'x ',
    '@',
    '-1.5.',
    '-1.',
    '+7.25',
    'a;b',
    '-1-',
    'É',
    '\u0085',
    '\t',
  ],
  number: ['1', '12', '', '0', ' '],
  street: ['A ST', '', ' ', 'NULL', '- ST', '=ST', 'ST '],
  zip: ['06001', '', ' ', '04101', '4101', '06390', '0X1', '00000', '00501', 'x y z', '\u007f'],
  state: ['CT', 'CT', 'CT', '', 'ME', 'M', 'Maine', 'TX', ' ME'],
  tail: ['', '', '', '', '', ',', ',more', ',a,-b', ', '],
  quoted: ['a, b', ',a', 'a,', '-7,5', '-7.5', 'x\ny', 'x\r\ny', '"', 'a "b"', '"b"\nc', ' ', '=1'],
  end: ['\n', '\n', '\r\n', '\n\n'],
} as const;

/** Makes rows of few kinds, so that each kind comes often enough to be rejected from its bytes. */
function randomRefusals(isQuoted: boolean): string {
  const delimiter = random.pick([',', ',', ',', ';', '|']);
  const rare = <T>(often: T, of: readonly [T, ...T[]]) => (random.chance(0.8) ? often : random.pick(of));
  const share = isQuoted ? random.pick([0.2, 1]) : 0;
  const inQuotes = (cell: string) => {
    const content = isQuoted && random.chance(0.03) ? random.pick(refused.quoted) : cell;
    return random.chance(share) ? `"${content.replaceAll('"', '""')}"` : cell;
  };
  const lineOf = () => {
    const { first, number, street, zip, state, tail, end } = refused;
    const whole = [
      rare('x', first),
      rare('12', number),
      rare('A ST', street),
      rare('06001', zip),
      rare('CT', state),
    ];
    const row = (random.chance(0.05) ? whole.slice(0, 3) : whole).map(inQuotes);
    const last = random.chance(0.03) ? `"${delimiter}"` : rare('', tail);
    return row.join(delimiter) + last.replaceAll(',', delimiter) + random.pick(end);
  };
  const header = ['note', 'number', 'street', 'zip', 'state'].join(delimiter);
  const lines = Array.from({ length: random.between(50, 400) }, lineOf);
  return `${header}\n${['', '1', 'A ST', '06001', 'CT'].join(delimiter)}\n${lines.join('')}`;
}
