import { deflateRawSync } from 'node:zlib';
import type { Randomness } from '@handoff/local/seed/randomness';
import { zipOf } from '../examples/drafts.ts';

/** A file that is made in any size, and twice as large for twice the copies. */
export interface DrawnFile {
  what: string;
  ending: string;
  make: (copies: number) => Buffer;
}

type Draw = (sample: Sample, random: Randomness) => DrawnFile;

export interface Sample {
  name: string;
  bytes: Buffer;
}

/**
 * Draws a file that repeats, nests, numbers or overlaps parts of a sample. It knows the syntax of a format, as any
 * sender does, and nothing of the code that reads it.
 */
export function drawFile(sample: Sample, random: Randomness): DrawnFile {
  const ending = sample.name.split('.').at(-1) ?? '';
  return random.pick(drawsOf[ending] ?? [repeatedBytes])(sample, random);
}

const drawsOf: Record<string, [Draw, ...Draw[]]> = {
  xml: [repeatedElement, repeatedElement, nestedElement, repeatedText],
  json: [repeatedValue, repeatedValue, nestedValue, repeatedText],
  hl7: [repeatedLine, repeatedLine, repeatedMark, repeatedText],
  '271': [repeatedSegment, repeatedSegment, repeatedText],
  tif: [chainedDirectories, chainedDirectories, overlappedStrips, repeatedBytes],
  zip: [packedParts],
  docx: [packedParts],
  jpg: [repeatedBytes],
  png: [repeatedBytes],
};

/**
 * Makes copies of a text, each with its own number in one of its words, so that no two are equal. The word is drawn once:
 * a file of twice the copies is otherwise the same.
 */
function copiesOf(text: string, random: Randomness): (copies: number) => string {
  const words = [...text.matchAll(/(?<=["'>|^~: *])[\w./-]{2,40}(?=["'<|^~* ])/g)];
  const word = words[random.between(0, Math.max(words.length - 1, 0))];
  if (!word || random.chance(0.2)) return (copies) => text.repeat(copies);
  const [before, after] = [text.slice(0, word.index), text.slice(word.index + word[0].length)];
  return (copies) =>
    Array.from({ length: copies }, (_, copy) => `${before}${word[0]}${copy}${after}`).join('');
}

interface Range {
  from: number;
  to: number;
}

function elementsIn(text: string): Range[] {
  const open: number[] = [];
  const found: Range[] = [];
  for (const { 0: tag, index } of text.matchAll(/<(?![?!])[^>]*>/g)) {
    const to = index + tag.length;
    if (tag.startsWith('</')) found.push({ from: open.pop() ?? 0, to });
    else if (tag.endsWith('/>')) found.push({ from: index, to });
    else open.push(index);
  }
  return found;
}

const textOf = ({ bytes }: Sample) => bytes.toString();
const oneOf = <T>(list: readonly T[], random: Randomness): T | undefined =>
  list[random.between(0, list.length - 1)];

function repeatedElement(sample: Sample, random: Randomness): DrawnFile {
  const text = textOf(sample);
  const { from, to } = oneOf(elementsIn(text), random) ?? { from: 0, to: 0 };
  const element = text.slice(from, to);
  const copied = copiesOf(element, random);
  return {
    what: `${sample.name}: repeats ${element.slice(0, 60)}`,
    ending: 'xml',
    make: (copies) => Buffer.from(`${text.slice(0, from)}${copied(copies)}${text.slice(to)}`),
  };
}

function nestedElement(sample: Sample, random: Randomness): DrawnFile {
  const text = textOf(sample);
  const { from, to } = oneOf(elementsIn(text), random) ?? { from: 0, to: 0 };
  const element = text.slice(from, to);
  const tag = /^<([^\s/>]+)/.exec(element)?.[1] ?? 'a';
  const levels = random.between(2, 50);
  const nest = `${`<${tag}>`.repeat(levels)}${element}${`</${tag}>`.repeat(levels)}`;
  const copied = copiesOf(nest, random);
  return {
    what: `${sample.name}: nests ${levels} times ${element.slice(0, 60)}`,
    ending: 'xml',
    make: (copies) => Buffer.from(`${text.slice(0, from)}${copied(copies)}${text.slice(to)}`),
  };
}

/** The objects, lists and texts of a JSON text, without the names of fields. */
function valuesIn(text: string): Range[] {
  const open: number[] = [];
  const found: Range[] = [];
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (mark === '{' || mark === '[') open.push(index);
    else if (mark === '}' || mark === ']') found.push({ from: open.pop() ?? 0, to: index + 1 });
    else found.push({ from: index, to: index + mark.length });
  }
  return found.filter(({ to }) => !/^\s*:/.test(text.slice(to, to + 20)));
}

function repeatedValue(sample: Sample, random: Randomness): DrawnFile {
  const text = textOf(sample);
  const inList = valuesIn(text).filter(({ from, to }) => /[[,]\s*$/.test(text.slice(0, from)) && to > from);
  const { from, to } = oneOf(inList, random) ?? { from: 0, to: 0 };
  const value = text.slice(from, to);
  const copied = copiesOf(`${value},`, random);
  return {
    what: `${sample.name}: repeats ${value.slice(0, 80)}`,
    ending: 'json',
    make: (copies) => Buffer.from(`${text.slice(0, from)}${copied(copies)}${text.slice(from)}`),
  };
}

function nestedValue(sample: Sample, random: Randomness): DrawnFile {
  const text = textOf(sample);
  const { from, to } = oneOf(valuesIn(text), random) ?? { from: 0, to: 0 };
  const value = text.slice(from, to);
  const nest = random.chance(0.5) ? `[${value}]` : `{"a":${value}}`;
  const copied = copiesOf(`${nest},`, random);
  return {
    what: `${sample.name}: a list of ${nest.slice(0, 80)}`,
    ending: 'json',
    make: (copies) => Buffer.from(`${text.slice(0, from)}[${copied(copies)}${value}]${text.slice(to)}`),
  };
}

function repeatedLine(sample: Sample, random: Randomness): DrawnFile {
  const lines = textOf(sample).split(/[\r\n]+/);
  const at = random.between(0, lines.length - 1);
  const line = `${lines[at] ?? ''}\r`;
  const copied = copiesOf(line, random);
  return {
    what: `${sample.name}: repeats ${line.slice(0, 60)}`,
    ending: 'hl7',
    make: (copies) =>
      Buffer.from(`${lines.slice(0, at).join('\r')}\r${copied(copies)}${lines.slice(at).join('\r')}`),
  };
}

function repeatedMark(sample: Sample, random: Randomness): DrawnFile {
  const text = textOf(sample);
  const at = random.between(0, text.length);
  const unit = random.pick(['~', '^', '|', '&', '\\', '~1^2', '\\F\\', '^^^^NPI~']);
  return {
    what: `${sample.name}: ${unit} at ${at}`,
    ending: 'hl7',
    make: (copies) => Buffer.from(`${text.slice(0, at)}${unit.repeat(copies)}${text.slice(at)}`),
  };
}

function repeatedSegment(sample: Sample, random: Randomness): DrawnFile {
  const segments = textOf(sample).split('~');
  const at = random.between(0, segments.length - 1);
  const length = random.between(1, 12);
  const repeated = `${segments.slice(at, at + length).join('~')}~`;
  const copied = copiesOf(repeated, random);
  return {
    what: `${sample.name}: repeats ${length} segments from ${repeated.slice(0, 40)}`,
    ending: '271',
    make: (copies) =>
      Buffer.from([...segments.slice(0, at), copied(copies) + segments.slice(at).join('~')].join('~')),
  };
}

/** Any range of any format, wherever it begins and ends. */
function repeatedText(sample: Sample, random: Randomness): DrawnFile {
  const text = textOf(sample);
  const from = random.between(0, text.length - 1);
  const part = text.slice(from, from + random.between(1, 400));
  const copied = copiesOf(part, random);
  return {
    what: `${sample.name}: repeats the text ${part.slice(0, 40)}`,
    ending: sample.name.split('.').at(-1) ?? '',
    make: (copies) => Buffer.from(`${text.slice(0, from)}${copied(copies)}${text.slice(from)}`),
  };
}

function repeatedBytes({ name, bytes }: Sample, random: Randomness): DrawnFile {
  const from = random.between(0, bytes.length - 1);
  const part = bytes.subarray(from, from + random.between(1, 100));
  return {
    what: `${name}: repeats ${part.length} bytes from ${from}`,
    ending: name.split('.').at(-1) ?? '',
    make: (copies) =>
      Buffer.concat([
        bytes.subarray(0, from),
        ...Array.from({ length: copies }, () => part),
        bytes.subarray(from),
      ]),
  };
}

/** Offsets, counts and the way from one directory to the next are drawn; they may overlap, loop and end anywhere. */
function chainedDirectories({ name }: Sample, random: Randomness): DrawnFile {
  const entries = random.between(1, 30);
  const [start, step] = [random.between(8, 60), random.pick([1, 2, 6 + entries * 12, 6 + entries * 12])];
  const wish = random.pick(['next', 'next', 'back', 'far'] as const);
  const share = random.pick([1, 0.5, 0.01]);
  const drawn = Array.from({ length: entries }, (_, entry) => ({
    tag: random.pick([256, 257, 254, 273, 279, 278, 259, 1_000 + entry]),
    type: random.pick([1, 3, 4, 5, 7]),
    at: random.between(0, 16),
  }));
  return {
    what: `${name}: directories of ${entries} entries each ${step} bytes, on to the ${wish}, values ${share} of the file`,
    ending: 'tif',
    make(copies) {
      const bytes = Buffer.alloc(start + copies * step + 6 + entries * 12);
      bytes.write('II*\0', 'latin1');
      bytes.writeUInt32LE(start, 4);
      for (let copy = 0; copy < copies; copy += 1) {
        let at = start + copy * step;
        at = bytes.writeUInt16LE(entries, at);
        for (const entry of drawn) {
          at = bytes.writeUInt16LE(entry.tag, at);
          at = bytes.writeUInt16LE(entry.type, at);
          at = bytes.writeUInt32LE(Math.floor((bytes.length * share) / 8), at);
          at = bytes.writeUInt32LE(entry.at, at);
        }
        const next = { next: copy + 1, back: Math.floor(copy / 2), far: (copy * 7) % copies }[wish];
        bytes.writeUInt32LE(next >= copies ? 0 : start + next * step, at);
      }
      return bytes;
    },
  };
}

/** Pages of one strip each, all of them the same bytes. */
function overlappedStrips({ name }: Sample, random: Randomness): DrawnFile {
  const strips = random.between(1, 200);
  return {
    what: `${name}: pages of ${strips} strips that overlap`,
    ending: 'tif',
    make(copies) {
      const page = 2 + 6 * 12 + 4 + strips * 8;
      const bytes = Buffer.alloc(8 + copies * page + 1_000);
      bytes.write('II*\0', 'latin1');
      bytes.writeUInt32LE(8, 4);
      for (let copy = 0; copy < copies; copy += 1) {
        const from = 8 + copy * page;
        const lists = from + 2 + 6 * 12 + 4;
        const entries = [
          [256, 100],
          [257, strips],
          [259, 1],
          [278, 1],
          [273, lists, strips],
          [279, lists + strips * 4, strips],
        ] as const;
        let at = bytes.writeUInt16LE(entries.length, from);
        for (const [tag, value, count = 1] of entries) {
          at = bytes.writeUInt16LE(tag, at);
          at = bytes.writeUInt16LE(4, at);
          at = bytes.writeUInt32LE(count, at);
          at = bytes.writeUInt32LE(value, at);
        }
        bytes.writeUInt32LE(copy + 1 < copies ? from + page : 0, at);
        for (let strip = 0; strip < strips; strip += 1) {
          bytes.writeUInt32LE(8, lists + strip * 4);
          bytes.writeUInt32LE(random.between(1, 900), lists + (strips + strip) * 4);
        }
      }
      return bytes;
    },
  };
}

/** A package whose parts grow, become more, or both. */
function packedParts({ name, bytes }: Sample, random: Randomness): DrawnFile {
  const isMany = random.chance(0.5);
  const text = bytes.toString();
  const elements = elementsIn(text);
  const { from, to } = oneOf(elements, random) ?? { from: 0, to: text.length };
  const copied = copiesOf(text.slice(from, to), random);
  const grown = (copies: number) => `${text.slice(0, from)}${copied(copies)}${text.slice(to)}`;
  const isWord = name.endsWith('docx');
  return {
    what: `${name}: ${isMany ? 'many parts' : 'one part'} with copies of ${text.slice(from, to).slice(0, 40)}`,
    ending: isWord ? 'docx' : 'zip',
    make(copies) {
      const parts = isMany ? Math.min(200, Math.ceil(copies / 20)) : 1;
      const part = grown(Math.ceil(copies / parts));
      const named = (number: number) => (isWord ? `word/part${number}.xml` : `part${number}.xml`);
      const entries = Array.from({ length: parts }, (_, number): [string, string] => [named(number), part]);
      if (isWord) entries.push(['[Content_Types].xml', '<Types/>'], ['word/document.xml', part]);
      return packed(Object.fromEntries(entries));
    },
  };
}

/** A zip with compressed parts; many equal ones take a few bytes each. */
function packed(entries: Record<string, string>): Buffer {
  return zipOf(entries, deflateRawSync);
}
