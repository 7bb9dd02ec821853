import { list } from './titles.ts';

/** The usual names of disciplines, and what forms call them. */
const services: readonly [name: string, said: readonly string[]][] = [
  ['Skilled nursing', list('skilled nursing, sn, rn, nursing, nurse, skilled nurse, snv')],
  ['Physical therapy', list('physical therapy, pt, physical therapist, physical')],
  ['Occupational therapy', list('occupational therapy, ot, occupational therapist, occupational')],
  [
    'Speech therapy',
    list('speech therapy, st, slp, speech, speech language pathology, speech language, speech pathology'),
  ],
  ['Home health aide', list('home health aide, hha, aide, hh aide, cna, home care aide')],
  [
    'Medical social work',
    list(
      'medical social work, msw, social work, social worker, medical social worker, medical social services',
    ),
  ],
  ['Hospice', ['hospice', 'hospice care']],
  ['Palliative care', ['palliative', 'palliative care']],
];

const box = /\[\s*[x✓✔*]?\s*\]|[☐☒☑□■]|\(\s*[x✓*]?\s*\)/giu;
const isMarked = (sign: string) => /[x✓✔*☒☑■]/iu.test(sign);

export const holdsBoxes = (text: string): boolean => text.search(box) >= 0;

/** The services that a text asks for, by their usual names: the marked ones where it has boxes, or all of its list. */
export function servicesIn(text: string): string {
  const boxes = [...text.matchAll(box)];
  const parts =
    boxes.length > 0
      ? boxes
          .filter(([sign]) => isMarked(sign))
          .map(({ index, 0: sign }) => text.slice(index + sign.length).split(box)[0] ?? '')
      : text.split(/[,;/&+\n]|\band\b/i);
  const asked = new Set(parts.flatMap((part) => serviceOf(part) ?? []));
  return services.flatMap(([name]) => (asked.has(name) ? [name] : [])).join(', ');
}

/** Without a label, a line is one of services if it has boxes for two of them. */
export function isListOfServices(text: string): boolean {
  const parts = text.split(box).slice(1);
  return parts.filter((part) => serviceOf(part) !== undefined).length >= 2;
}

/** "PT no", "declines PT" and "no PT" ask for none. */
const refused =
  /\b(?:no|not|none|n\/a|declin\w*|refus\w*|denied|without|hold|held|discontinued|d\/c'?d|stopped|completed|except)\b/i;

function serviceOf(part: string): string | undefined {
  if (refused.test(part)) return undefined;
  const plain = part
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ (?:yes|y|ordered|requested|needed)$/, '');
  return services.find(([, said]) =>
    said.some((words) => plain === words || plain.startsWith(`${words} `)),
  )?.[0];
}
