import type { RejectReason } from '@handoff/shared/domain/address/state-file-import';
import type { AddressTable } from '../table/address-table.ts';

/** Why a row is not taken. */
export type Refusal = 'other-state' | RejectReason;

interface KnownVerdict {
  verdict: Refusal;
  /** The state that the rows are of, by its name in them or by their ZIP codes; otherwise empty. */
  state: string;
  by: 'name' | 'zip' | 'row';
  /** What the table knows it by. */
  number: number;
  /** So many of the rows that got it were asked for already. */
  counted: number;
}

/** What the table sees of a row by itself, as functions/assembly/verdicts.ts numbers it. */
const seenByTable = new Map<Refusal, number>([
  ['columns', 0],
  ['no-zip', 1],
  ['no-number', 2],
  ['no-street', 3],
]);
const MAX_VERDICTS = 256;
/** Few are frequent, and the table compares them one by one. */
const MAX_SPELLINGS = 64;
const MAX_SPELLING_LENGTH = 32;

/**
 * What the rules have said of rows, for the table to say of others like them: fields are never made of those. It can
 * report a row only as it stands, so only where commas separate the fields.
 */
export function knownVerdicts(table: AddressTable, { delimiter }: { delimiter: string }) {
  const known = new Map<string, KnownVerdict>();
  const allowed = new Set<Refusal>();
  const zips = new Set<number>();
  const spellings = new Set<string>();

  /** Undefined where the rules have to go on saying it. */
  function numberOf(of: Pick<KnownVerdict, 'verdict' | 'state' | 'by'>): number | undefined {
    const key = `${of.verdict} ${of.by} ${of.state}`;
    const found = known.get(key);
    if (found) return found.number;
    const next = seenByTable.size + known.size;
    if (next >= MAX_VERDICTS) return undefined;
    const number = seenByTable.get(of.verdict) ?? next;
    known.set(key, { ...of, number, counted: 0 });
    table.useVerdict(number, of.verdict === 'other-state' ? '' : of.verdict);
    return number;
  }

  function isNew(spelling: string, verdict: Refusal): boolean {
    if (!allowed.has(verdict) || spelling.length > MAX_SPELLING_LENGTH) return false;
    const before = spellings.size;
    return before < MAX_SPELLINGS && spellings.add(spelling).size > before;
  }

  /** From here on rows may get it without the rules. */
  function allow(verdict: Refusal): void {
    if (allowed.has(verdict) || (delimiter !== ',' && verdict !== 'other-state')) return;
    allowed.add(verdict);
    if (seenByTable.has(verdict)) numberOf({ verdict, state: '', by: 'row' });
  }

  /** The rows with this spelling of a state are of another one. */
  function ofState(spelling: string, state: string): void {
    if (!isNew(spelling, 'other-state')) return;
    const number = numberOf({ verdict: 'other-state', state, by: 'name' });
    if (number !== undefined) table.judgeState(spelling, number);
  }

  /** The rows with this spelling of a ZIP code have none. */
  function ofBadZip(spelling: string): void {
    if (!isNew(spelling, 'bad-zip')) return;
    const number = numberOf({ verdict: 'bad-zip', state: '', by: 'row' });
    if (number !== undefined) table.judgeZip(spelling, number);
  }

  /** The rows with this ZIP code, however they spell it, are of another state; empty for one of no state. */
  function ofZip(zip: number, verdict: Refusal, state: string): void {
    if (!allowed.has(verdict) || zips.has(zip)) return;
    zips.add(zip);
    const number = numberOf({ verdict, state, by: 'zip' });
    if (number !== undefined) table.judgeZip(zip, number);
  }

  /** How many rows got which since this was asked last. */
  function rows() {
    const found = Array.from(known.values(), (each) => {
      const since = table.rowsOf(each.number) - each.counted;
      each.counted += since;
      return { ...each, rows: since };
    });
    return found.filter((each) => each.rows > 0);
  }

  return { allow, ofState, ofBadZip, ofZip, rows };
}
