import { textOfDay } from '@handoff/shared/domain/records/calendar-day';
import type { Packet } from './sheet.ts';

/** A value that was proposed for a field; `isSure` when nothing beside it tells a person to look twice. */
export interface Offer {
  path: string;
  value: string;
  isSure: boolean;
}

export interface Figures {
  documents: number;
  fields: number;
  proposed: number;
  right: number;
  wrong: number;
  /** Wrong without a warning. */
  silent: number;
}
export const noFigures: Figures = { documents: 0, fields: 0, proposed: 0, right: 0, wrong: 0, silent: 0 };

export const total = (all: readonly Figures[]): Figures =>
  all.reduce(
    (sum, each) => ({
      documents: sum.documents + each.documents,
      fields: sum.fields + each.fields,
      proposed: sum.proposed + each.proposed,
      right: sum.right + each.right,
      wrong: sum.wrong + each.wrong,
      silent: sum.silent + each.silent,
    }),
    noFigures,
  );

export const shareRight = ({ right, fields }: Figures): number => rounded(right / Math.max(fields, 1));
export const shareSilent = ({ silent, proposed }: Figures): number => rounded(silent / Math.max(proposed, 1));
const rounded = (share: number) => Math.round(share * 10_000) / 10_000;

/** How the reading of a field ended. `extra` is a value for a field that the document has nothing for. */
export interface Outcome {
  path: string;
  result: 'right' | 'missed' | 'different' | 'extra';
  isSilent: boolean;
  expected: string | undefined;
  got: string | undefined;
}

/** One outcome for each field that is expected or proposed; values that are right but not asked for have none. */
export function outcomesOf(packet: Packet, offers: readonly Offer[]): Outcome[] {
  const missed = Object.entries(packet.expected)
    .filter(([path]) => !offers.some((offer) => offer.path === path))
    .map(([path, expected]): Outcome => ({
      path,
      result: 'missed',
      isSilent: false,
      expected,
      got: undefined,
    }));
  const read = offers.flatMap(({ path, value, isSure }): Outcome[] => {
    const expected = packet.expected[path];
    const isRight = isValueOf(packet, path, value);
    if (isRight && expected === undefined) return [];
    if (isRight) return [{ path, result: 'right', isSilent: false, expected, got: value }];
    return [
      {
        path,
        result: expected === undefined ? 'extra' : 'different',
        isSilent: isSure,
        expected,
        got: value,
      },
    ];
  });
  return [...missed, ...read];
}

/** Whether a person would take the value over from the packet. */
export function isValueOf({ expected, accepts }: Packet, path: string, value: string): boolean {
  return [...(accepts?.[path] ?? []), expected[path] ?? ''].some(
    (right) => right !== '' && isSame(path, right, value),
  );
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const count = (matches: (outcome: Outcome) => boolean) => outcomes.filter(matches).length;
  return {
    documents: 1,
    fields: count(({ expected }) => expected !== undefined),
    proposed: count(({ got }) => got !== undefined),
    right: count(({ result }) => result === 'right'),
    wrong: count(({ result }) => result === 'different' || result === 'extra'),
    silent: count(({ isSilent }) => isSilent),
  };
}

const people = /Practitioner|FaceToFaceBy|EmergencyContact|Representative$|ContactName/;
const titles = /\b(?:dr|mr|mrs|ms|md|do|np|pa|pa-c|rn|lcsw|aprn)\b\.?/gi;

/** Compares as a person would: by letters and digits, people without titles and in any order, lists in any order. */
function isSame(path: string, expected: string, got: string): boolean {
  if (people.test(path)) return sorted(plainWords(expected)) === sorted(plainWords(got));
  if (path === 'Services') return sorted(expected.split(', ')) === sorted(got.split(', '));
  return plain(expected) === plain(got);
}

const plain = (text: string): string =>
  textOfDay(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '');
const plainWords = (name: string): string[] =>
  name
    .replaceAll(titles, '')
    .split(/[\s,.]+/)
    .map(plain)
    .filter((word) => word !== '');
const sorted = (words: readonly string[]): string => words.map(plain).toSorted().join(' ');
