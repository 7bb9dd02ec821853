import { type Cell, wordsBetween } from './cells.ts';
import { comingDay, type FoundField, patientAddress } from './fields.ts';
import { servicesIn } from './services.ts';
import { cased, memberNumberIn, npiIn, phoneIn, titleIn } from './values.ts';

// Letters and summaries say in sentences what forms put beside labels.

/** A text over several lines of a page. */
interface Paragraph {
  text: string;
  lines: readonly { cell: Cell; start: number }[];
}

/** A line of a paragraph is about as wide as the page; shorter lines are parts of a form. */
const WIDE = 45;
/** From the top of a line to that of the next one, in heights of a line. */
const NEXT_LINE = 1.9;
const MOST_CHARACTERS = 2_000;

const doubt = 'Read in a sentence. Compare it with the page';

export function fieldsInSentences(cells: readonly Cell[], today: Date): FoundField[] {
  return paragraphsOf(cells).flatMap((paragraph) => fieldsIn(paragraph, today));
}

function paragraphsOf(cells: readonly Cell[]): Paragraph[] {
  const lines = [...Map.groupBy(cells, ({ line }) => line).values()];
  const paragraphs: Cell[][] = [];
  for (const [cell, ...beside] of lines) {
    const last = paragraphs.at(-1)?.at(-1);
    if (!cell || beside.length > 0) paragraphs.push([]);
    else if (last && isNextLine(last, cell)) paragraphs.at(-1)?.push(cell);
    else paragraphs.push([cell]);
  }
  return paragraphs.filter((own) => own.some(({ text }) => text.length >= WIDE)).map(paragraphOf);
}

const isNextLine = (one: Cell, next: Cell) =>
  one.page === next.page && next.y - one.y < NEXT_LINE * one.height && one.text.length >= WIDE;

function paragraphOf(cells: readonly Cell[]): Paragraph {
  let text = '';
  const lines = cells.map((cell) => {
    const start = text.length;
    text += `${cell.text} `;
    return { cell, start };
  });
  return { text: text.slice(0, MOST_CHARACTERS), lines };
}

function fieldsIn(paragraph: Paragraph, today: Date): FoundField[] {
  return sayings.flatMap(({ said, read, isWhole }) =>
    [...paragraph.text.matchAll(said)].flatMap((match) => {
      const from = match.index;
      const to = from + match[0].length;
      const rest = isWhole
        ? paragraph.text.slice(to, to + MOST_OF_ADDRESS)
        : restOfSentence(paragraph.text, to);
      return Object.entries(read(rest, today))
        .filter(([, value]) => value !== '')
        .map(([path, value]) => ({ path, value, doubt, from: placeOf(paragraph, { from, to, rest }) }));
    }),
  );
}

const MOST_OF_ADDRESS = 120;
const MOST_OF_SENTENCE = 200;

function restOfSentence(text: string, from: number): string {
  const rest = text.slice(from, from + MOST_OF_SENTENCE);
  return rest.slice(0, /[.;!?](?=\s|$)/.exec(rest)?.index ?? rest.length);
}

function placeOf({ lines }: Paragraph, { from, to, rest }: { from: number; to: number; rest: string }) {
  const end = to + rest.length;
  const words = lines.flatMap(({ cell, start }) =>
    start < end && start + cell.text.length > from ? wordsBetween(cell, from - start, end - start) : [],
  );
  const text = words.map((word) => word.text).join(' ');
  return { text, words, line: text };
}

interface Saying {
  /** The words before the value. */
  said: RegExp;
  read: (rest: string, today: Date) => Record<string, string>;
  /** An address may have periods within. */
  isWhole?: true;
}

/** A day counts only this near behind what is said of it. */
const nearDay = (rest: string, most: number, today: Date) => comingDay(rest.slice(0, most), today);

const sayings: readonly Saying[] = [
  {
    said: /\b(?:lives|living|resides|residing)(?: alone| with (?:a|an|her|his|their) \p{L}{2,12})?,? (?:at|in)\b/giu,
    read: (rest) => patientAddress(rest),
    isWhole: true,
  },
  {
    said: /\b(?:he|she|they|patient|and) (?:can|may) be (?:reached|called)(?: by (?:tele)?phone)? (?:at|on)\b/gi,
    read: (rest) => ({ 'Patient.Phone': phoneIn(rest.slice(0, 30)) }),
  },
  {
    said: /\b(?:preferred|primary|native) language (?:is|of)\b|\bspeaks(?: only| mainly| mostly)?\b/gi,
    read: (rest) => ({ 'Clinical.Language': languageIn(rest) }),
  },
  {
    said: /\b\d{2,3}[ -]?(?:years?|yrs?|y)\.?[ -/]?(?:old|o)\b/gi,
    read: (rest) => ({ 'Clinical.Sex': sexOf(rest) }),
  },
  {
    said: /\b(?:patient|he|she) (?:is|remains)\b/gi,
    read: (rest) => ({ 'Clinical.Homebound': homeboundIn(rest) }),
  },
  {
    said: /\b(?:start of care|soc|services to (?:begin|start)|visits to (?:begin|start))\b/gi,
    read: (rest, today) => ({ 'Clinical.RequestedStart': nearDay(rest, 40, today) }),
  },
  {
    said: /\bface[- ]to[- ]face\b/gi,
    read: (rest, today) => ({ 'Clinical.FaceToFaceDate': nearDay(rest, 90, today) }),
  },
  {
    said: /\bdischarged?\b(?! diagnos| instruct| medic)/gi,
    read: (rest, today) => ({ 'Clinical.DischargeDate': nearDay(rest, 60, today) }),
  },
  {
    said: /\borders? (?:by|from|signed by)\b/gi,
    read: (rest) => ({
      'Clinical.OrderingPractitioner': titleIn(rest.replace(/,? npi.*$/i, '').trim()),
      'Clinical.OrderingNpi': npiIn(rest),
    }),
  },
  {
    said: /\b(?:secondary|supplemental) (?:coverage|insurance|payer|payor) (?:is|with|through)\b/gi,
    read: (rest) => ({
      'Payers.1.Name': titleIn(rest.replace(/,.*$/, '').trim()),
      'Payers.1.MemberId': memberNumberIn(
        /\b(?:id|member|policy)(?: id| number| no)?[\s#:.]{1,3}(.+)$/i.exec(rest)?.[1] ?? '',
      ),
    }),
  },
  {
    said: /\b(?:provide|requests?|requesting|requires?|needs?|benefit from|recommends?|recommended|orders?|ordered|home health(?: care)?(?: services)?(?: for| with|:))(?=[\s:])/gi,
    read: (rest) => ({ Services: servicesIn(rest.replace(/^[\s:]+/, '')) }),
  },
];

const languageIn = (rest: string) => cased(/^\s*\p{Lu}\p{Ll}{2,20}\b/u.exec(rest)?.[0] ?? '');

function sexOf(rest: string): string {
  const [, word = ''] =
    /^(?:[\s,-]+\p{L}{1,12}){0,2}?[\s,-]+(female|woman|lady|male|man|gentleman)\b/iu.exec(rest) ?? [];
  if (word === '') return '';
  return /^(?:female|woman|lady)$/i.test(word) ? 'Female' : 'Male';
}

function homeboundIn(rest: string): string {
  const found = /^\s(not )?(?:considered )?home-?bound\b/i.exec(rest);
  if (!found) return '';
  return found[1] === undefined ? 'Yes' : 'No';
}
