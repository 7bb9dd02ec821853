import { at, lineOf, readX12, type Segment } from '@handoff/shared/domain/eligibility/x12';

/** The 271 within an interchange, with what is wrong about its envelope. */
export interface Transaction {
  kind: '271';
  body: Segment[];
  /** Segments that stand outside the transaction and are no envelope. */
  strays: Segment[];
  problems: string[];
  /** How many segments its own count says were lost on the way. */
  missingSegments: number;
  /** Its end never came: what is not there may have been said. */
  isCutOff: boolean;
}

export type Reply =
  | Transaction
  /** X12, but no answer: `999` and `TA1` say what became of the question. */
  | { kind: 'acknowledgement'; transaction: string; detail: string }
  | { kind: 'notX12'; why: string };

const envelopes = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA', 'TA1']);

export function readReply(text: string): Reply {
  const interchange = readX12(text);
  if (interchange.kind === 'notX12') return interchange;
  const { segments, isLastTerminated } = interchange;
  const start = segments.findIndex((segment) => segment.id === 'ST' && at(segment, 1) === '271');
  if (start === -1) return acknowledgement(segments);

  const length = segments.slice(start + 1).findIndex(({ id }) => endsTransaction(id));
  const end = length === -1 ? segments.length : start + 1 + length;
  const trailer = segments[end]?.id === 'SE' ? segments[end] : undefined;
  const counted = end - start + 1;
  const claimed = trailer ? Number(at(trailer, 1)) : counted;
  return {
    kind: '271',
    body: segments.slice(start + 1, end),
    strays: [...segments.slice(0, start), ...segments.slice(end)].filter(({ id }) => !envelopes.has(id)),
    problems: [
      ...(isLastTerminated ? [] : ['The last segment has no terminator']),
      ...transactionProblems(segments[start], trailer, counted),
      ...envelopeProblems(segments),
    ],
    missingSegments: claimed > counted ? claimed - counted : 0,
    isCutOff: trailer === undefined,
  };
}

const endsTransaction = (id: string) => ['SE', 'ST', 'GE', 'IEA'].includes(id);

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
  const transactions = segments.filter(({ id }) => id === 'ST').length;
  if (transactions > 1) problems.push(`${transactions} transactions came, the first answer was read`);
  return problems;
}

function acknowledgement(segments: Segment[]): Reply {
  const transaction = segments.find(({ id }) => id === 'ST');
  const interchangeNote = segments.find(({ id }) => id === 'TA1');
  const name = transaction ? at(transaction, 1).slice(0, 10) || 'unnamed' : interchangeNote ? 'TA1' : 'none';
  const notes = segments.filter(({ id }) => ['TA1', 'IK5', 'AK9', 'IK3', 'IK4'].includes(id));
  return { kind: 'acknowledgement', transaction: name, detail: notes.map(lineOf).join('~') };
}
