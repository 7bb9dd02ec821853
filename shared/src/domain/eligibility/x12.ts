/** The separators of this interchange; each sender chooses its own. */
export interface Separators {
  element: string;
  component: string;
  segment: string;
  /** Undefined before version 00402, when ISA11 meant something else. */
  repetition: string | undefined;
}

export interface Segment {
  id: string;
  /** The id is element 0, as the guides count. */
  elements: readonly string[];
  /** The segment as received, without the spaces and line breaks around it. */
  text: string;
  separators: Separators;
}

export type Interchange =
  | { kind: 'x12'; segments: Segment[]; isLastTerminated: boolean }
  | { kind: 'notX12'; why: string };

const ISA_ELEMENTS = 16;
/** The longest segment of a 271 has about 1,000. */
const MAX_SEGMENT = 10_000;

/** Cuts a text into segments. Relays send ISA without its padding, so nothing is read at a fixed column. */
export function readX12(raw: string): Interchange {
  const text = raw.replace(/^[\s﻿]+/, '');
  if (!text.startsWith('ISA')) return { kind: 'notX12', why: 'it does not start with ISA' };
  const separators = separatorsOf(text);
  if (!separators) return { kind: 'notX12', why: 'its ISA segment is cut off or has no usable separators' };

  const segments: Segment[] = [];
  let start = 0;
  for (let end = 0; end < text.length; start = end + 1) {
    const found = text.indexOf(separators.segment, start);
    end = found === -1 ? text.length : found;
    if (end - start > MAX_SEGMENT) return { kind: 'notX12', why: 'a segment of it is too long' };
    const piece = trimmed(text.slice(start, end));
    if (piece !== '') segments.push(segmentOf(piece, separators));
  }
  return {
    kind: 'x12',
    segments,
    isLastTerminated: text.slice(text.lastIndexOf(separators.segment) + 1).trim() === '',
  };
}

/** The slowest part of reading an answer, so it looks for the next separator and makes no array in between. */
function segmentOf(text: string, separators: Separators): Segment {
  const { element } = separators;
  const elements: string[] = [];
  let from = 0;
  for (let to = text.indexOf(element); to !== -1; to = text.indexOf(element, from)) {
    elements.push(text.slice(from, to));
    from = to + 1;
  }
  elements.push(text.slice(from));
  return { id: elements[0] ?? '', elements, text, separators };
}

const isVisible = (code: number) => code > 32 && code < 127;

/** Most segments have no space around them, and looking is cheaper than trimming. */
function trimmed(piece: string): string {
  return isVisible(piece.charCodeAt(0)) && isVisible(piece.charCodeAt(piece.length - 1))
    ? piece
    : piece.trim();
}

function separatorsOf(text: string): Separators | undefined {
  const element = text.charAt(3);
  if (!isSeparator(element)) return undefined;
  let end = 3;
  for (let count = 1; count < ISA_ELEMENTS; count += 1) {
    end = text.indexOf(element, end + 1);
    if (end === -1) return undefined;
  }
  const [component, segment] = [text.charAt(end + 1), text.charAt(end + 2)];
  const isUsable = isSeparator(component) && isSeparator(segment);
  if (!isUsable || new Set([element, component, segment]).size < 3) return undefined;
  return { element, component, segment, repetition: repetitionOf(text.slice(0, end), element) };
}

function repetitionOf(isa: string, element: string): string | undefined {
  const elements = isa.split(element);
  const [mark = '', version = ''] = [elements[11], elements[12]];
  return version.trim() >= '00402' && mark.length === 1 && isSeparator(mark) ? mark : undefined;
}

const isSeparator = (character: string) => character !== '' && !/[A-Za-z0-9 ]/.test(character);

export function at(segment: Segment, index: number): string {
  return segment.elements[index] ?? '';
}

/** Returns the values of a repeating element; none when it is empty. */
export function repeated(segment: Segment, index: number): string[] {
  const value = at(segment, index);
  if (value === '') return [];
  const { repetition } = segment.separators;
  return repetition !== undefined && value.includes(repetition) ? value.split(repetition) : [value];
}

/** Writes the segment with the separators that CMS uses, whichever the sender chose. */
export function lineOf({ elements, text, separators }: Segment): string {
  const { element, component, repetition } = separators;
  const line = element === '*' ? text : elements.join('*');
  const composed = component === '|' ? line : line.replaceAll(component, '|');
  return repetition === undefined || repetition === '^' ? composed : composed.replaceAll(repetition, '^');
}
