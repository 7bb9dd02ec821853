import { npiOf } from '@handoff/shared/domain/person/identifiers';
import { randomFrom } from './state-file.ts';

const syllables = ['SMI', 'TH', 'JOHN', 'SON', 'OKA', 'FOR', 'GAR', 'CIA', 'O\'BRI', 'EN', 'DE LA ', 'CRUZ', 'LI', 'PA', 'TEL-', 'SHAH', 'KO', 'WAL', 'SKI', 'HAD', 'DAD', 'ST. ', 'FER', 'REI', 'RA', 'WEI', 'SS', 'ABER', 'NA', 'THY'] as const; // prettier-ignore
const initials = 'JMASRDCKLPETBNHGWVFIYOZ';
const endings = [
  'OHN',
  'ARIA',
  'NN',
  'UE',
  'ICHARD',
  'ANA',
  'EI',
  'ARY ANN',
  '',
  'EAN-LUC',
  'OSE',
  'UIS',
  'ATIMA',
];

/** A few names are frequent, as in a real file: the first one has 1.4 % of the practitioners. */
const lastName = (random: () => number) => nameAt(Math.floor(40_000 * random() ** 2.5));
const nameAt = (rank: number): string =>
  `${syllables[rank % 30]}${syllables[(1 + Math.floor(rank / 30)) % 30]}${rank < 900 ? '' : letters(rank)}`.trim();
const firstName = (random: () => number) =>
  `${initials[Math.floor(initials.length * random() ** 2)]}${endings[Math.floor(endings.length * random())]}`;

const header = 'NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE';

/** The CMS file "Order and Referring", in the order of its NPIs, with a share of odd rows. */
export function* practitionersFile({
  rows,
  seed,
  dirt = 0,
}: {
  rows: number;
  seed: number;
  dirt?: number;
}): Generator<Buffer> {
  const random = randomFrom(seed);
  const flag = () => (random() < 0.8 ? 'Y' : 'N');
  const step = Math.floor(99_000_000 / rows);
  let text = `${header}\n`;
  for (let row = 0; row < rows; row++) {
    const npi = npiOf(100_000_000 + row * step);
    const line = `${npi},${lastName(random)},${firstName(random)},${flag()},${flag()},${flag()},${flag()},${flag()}`;
    text += `${random() < dirt ? odd(line, Math.floor(random() * oddities.length)) : line}\n`;
    if (text.length > 60_000) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

const letters = (number: number): string =>
  number === 0 ? '' : letters(Math.floor(number / 26)) + String.fromCodePoint(65 + (number % 26));

const oddities: ((line: string) => string)[] = [
  (line) => `${line}\r`,
  (line) => line.replace(/,([^,]*),/, ',"$1",'),
  (line) => line.replace(/,([^,]*),/, ', $1 ,'),
  (line) => line.replace(/,([^,]*),/, ',NUÑEZ,'),
  (line) => line.replace(/,([^,]*),/, ',"SMITH, JR",'),
  (line) => line.replace(/,([^,]*),/, ',A;B,'),
  (line) => line.replace(/,([^,]*),/, ',,'),
  (line) => line.replace(/,([^,]*),/, ',A  B,'),
  (line) =>
    line.replace(/^(\d{9})(\d)/, (_, nine: string, check: string) => nine + ((Number(check) + 1) % 10)),
  (line) => line.replace(/^\d/, '9'),
  (line) => line.replace(/.$/, 'X'),
  (line) => line.replace(/,.$/, ''),
  (line) => line.toLowerCase(),
  (line) => `${line}\n${line}`,
  (line) => `${line}\n`,
];

const odd = (line: string, kind: number): string => oddities[kind]?.(line) ?? line;

const parts = ['heart', 'kidney', 'left femur', 'right femur', 'lung', 'skin', 'eye', 'spine'];
const conditions = ['fracture', 'failure', 'ulcer', 'infection', 'neoplasm', 'contracture'];
const details = ['initial encounter', 'subsequent encounter', 'sequela', 'unspecified', 'with hypoxia'];

/** `icd10cm_codes_<year>.txt` with made-up codes beside a few real ones. */
export function diagnosesFile(codes: number): string {
  const made = Array.from({ length: codes - real.length }, (_, number) => {
    const letter = String.fromCodePoint(65 + (number % 25));
    const code = `${letter}${String(10 + (Math.floor(number / 25) % 90))}${Math.floor(number / 2250)}Z`;
    const words = [conditions, parts, details].map((list, at) => list[(number >> at) % list.length]);
    return `${code.padEnd(8)}Other ${words[0]} of ${words[1]}, ${words[2]}, type ${number % 97}`;
  });
  return `${[...real, ...made].join('\n')}\n`;
}

const real = [
  'I509    Heart failure, unspecified',
  'I5023   Acute on chronic systolic (congestive) heart failure',
  'E119    Type 2 diabetes mellitus without complications',
  'E1165   Type 2 diabetes mellitus with hyperglycemia',
];
