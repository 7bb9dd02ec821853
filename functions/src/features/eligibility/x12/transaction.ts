import { at, lineOf, readX12, type Segment } from '@handoff/shared/domain/eligibility/x12';

/** A 271 within an interchange, with the errors of its envelope. */
export interface Transaction {
  body: Segment[];
  /** Segments outside every transaction that are not part of an envelope. */
  strays: Segment[];
  problems: string[];
  /** The number of segments that were lost according to the answer's own count. */
  missingSegments: number;
  /** The transaction has no end, so missing lines may have existed. */
  isCutOff: boolean;
}

export type Reply =
  | { kind: '271'; transactions: Transaction[]; segments: readonly Segment[] }
  /** X12, but not an answer: `999` and `TA1` say what happened to the inquiry. */
  | { kind: 'acknowledgement'; transaction: string; detail: string }
  | { kind: 'notX12'; why: string };

const envelopes = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA', 'TA1']);

export function readReply(text: string): Reply {
  const interchange = readX12(text);
  if (interchange.kind === 'notX12') return interchange;
  const { segments, isLastTerminated } = interchange;
  const spans = spansOf(segments);
  if (spans.length === 0) return acknowledgement(segments);
  const outside = outsideOf(spans, segments);
  const shared = {
    strays: outside.filter(({ id }) => !envelopes.has(id)),
    problems: [
      ...(isLastTerminated ? [] : ['The last segment has no terminator']),
      ...envelopeProblems(outside),
    ],
  };
  const transactions = spans.map((span) => transactionOf(segments, span, shared));
  return { kind: '271', transactions, segments };
}

interface Span {
  start: number;
  end: number;
}

/** Returns each range from the ST of a 271 to its end. */
function spansOf(segments: Segment[]): Span[] {
  const spans: Span[] = [];
  let open: Span | undefined;
  segments.forEach((segment, index) => {
    if (!endsTransaction.has(segment.id)) return;
    if (open) open.end = index;
    open =
      segment.id === 'ST' && at(segment, 1) === '271' ? { start: index, end: segments.length } : undefined;
    if (open) spans.push(open);
  });
  return spans;
}

function outsideOf(spans: Span[], segments: Segment[]): Segment[] {
  const ends = [0, ...spans.map(({ end }) => end)];
  return ends.flatMap((end, index) => segments.slice(end, spans[index]?.start));
}

function transactionOf(
  segments: Segment[],
  { start, end }: Span,
  { strays, problems }: Pick<Transaction, 'strays' | 'problems'>,
): Transaction {
  const trailer = segments[end]?.id === 'SE' ? segments[end] : undefined;
  const counted = end - start + 1;
  const claimed = trailer ? Number(at(trailer, 1)) : counted;
  return {
    body: segments.slice(start + 1, end),
    strays,
    problems: [...problems, ...transactionProblems(segments[start], trailer, counted)],
    missingSegments: claimed > counted ? claimed - counted : 0,
    isCutOff: trailer === undefined,
  };
}

const endsTransaction = new Set(['SE', 'ST', 'GE', 'IEA']);

function transactionProblems(
  header: Segment | undefined,
  trailer: Segment | undefined,
  counted: number,
): string[] {
  if (!header || !trailer) return ['The transaction has no end (SE)'];
  const problems: string[] = [];
  if (Number(at(trailer, 1)) !== counted)
    problems.push(`SE01 says ${at(trailer, 1) || 'nothing'}, ${counted} segments were counted`);
  if (at(trailer, 2) !== at(header, 2)) problems.push('SE02 does not repeat the control number of ST02');
  return problems;
}

function envelopeProblems(segments: Segment[]): string[] {
  const find = (id: string) => segments.find((segment) => segment.id === id);
  const problems: string[] = [];
  const compare = (open: string, opens: number, close: string) => {
    const [first, last] = [find(open), find(close)];
    if (!first || !last) problems.push(`${last ? open : close} is missing`);
    else if (at(first, opens).trim() !== at(last, 2).trim())
      problems.push(`${close}02 does not repeat the control number of ${open}`);
  };
  compare('ISA', 13, 'IEA');
  compare('GS', 6, 'GE');
  return problems;
}

function acknowledgement(segments: Segment[]): Reply {
  const transaction = segments.find(({ id }) => id === 'ST');
  const interchangeNote = segments.find(({ id }) => id === 'TA1');
  const name = transaction ? at(transaction, 1).slice(0, 10) || 'unnamed' : interchangeNote ? 'TA1' : 'none';
  const notes = segments.filter(({ id }) => ['TA1', 'IK5', 'AK9', 'IK3', 'IK4'].includes(id));
  return { kind: 'acknowledgement', transaction: name, detail: notes.map(lineOf).join('~') };
}
