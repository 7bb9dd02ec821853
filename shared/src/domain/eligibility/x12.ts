/** What separates what in this interchange; each sender chooses its own. */
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
  /** As it came, without the spaces and line breaks around it. */
  text: string;
  separators: Separators;
}

export type Interchange =
  | { kind: 'x12'; segments: Segment[]; isLastTerminated: boolean }
  | { kind: 'notX12'; why: string };

const ISA_ELEMENTS = 16;

/** Cuts a text into segments. Relays send ISA without its padding, so nothing is read at a fixed column. */
export function readX12(raw: string): Interchange {
  const text = raw.replace(/^[\s﻿]+/, '');
  if (!text.startsWith('ISA')) return { kind: 'notX12', why: 'it does not start with ISA' };
  const separators = separatorsOf(text);
  if (!separators) return { kind: 'notX12', why: 'its ISA segment is cut off or has no usable separators' };

  const pieces = text.split(separators.segment);
  const isLastTerminated = (pieces.at(-1) ?? '').trim() === '';
  const segments: Segment[] = [];
  for (const piece of pieces) {
    const trimmed = piece.trim();
    if (trimmed === '') continue;
    const elements = trimmed.split(separators.element);
    segments.push({ id: elements[0] ?? '', elements, text: trimmed, separators });
  }
  return { kind: 'x12', segments, isLastTerminated };
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

/** The values of a repeating element; none when it is empty. */
export function repeated(segment: Segment, index: number): string[] {
  const value = at(segment, index);
  if (value === '') return [];
  const { repetition } = segment.separators;
  return repetition === undefined ? [value] : value.split(repetition);
}

export function components(segment: Segment, index: number): string[] {
  return at(segment, index).split(segment.separators.component);
}

/** The segment as text, in the separators CMS uses, whatever the sender chose. */
export function lineOf({ elements, text, separators }: Segment): string {
  const { element, component, repetition } = separators;
  const line = element === '*' ? text : elements.join('*');
  const composed = component === '|' ? line : line.replaceAll(component, '|');
  return repetition === undefined || repetition === '^' ? composed : composed.replaceAll(repetition, '^');
}
