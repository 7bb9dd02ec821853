import type { RejectReason } from '@handoff/shared/domain/address/import-progress';
import type { AddressTable, Layout } from '../table/address-table.ts';

export type Rejection = 'other-state' | RejectReason;

interface CachedRejection {
  rejection: Rejection;
  /** The state of the rows, by its name in them or by their ZIP codes; otherwise empty. */
  state: string;
  by: 'name' | 'zip' | 'row';
  number: number;
  /** Rows that `newRows` has reported already. */
  reported: number;
}

/** The table recognizes these from a row alone; the numbers are those in functions/assembly/verdicts.ts. */
const seenByTable = new Map<Rejection, number>([
  ['columns', 0],
  ['no-zip', 1],
  ['no-number', 2],
  ['no-street', 3],
  ['unassigned-number', 4],
]);
const MAX_VERDICTS = 256;
/** Only a few spellings are frequent, and the table compares them one by one. */
const MAX_SPELLINGS = 64;
const MAX_SPELLING_LENGTH = 32;

/**
 * Passes verdicts of the rules to the table, so that it rejects similar rows from their bytes and their fields are
 * never read. It can report a row only as written in the file, so only if commas separate the fields.
 */
export function rejectCache(table: AddressTable, { delimiter, mapping }: Layout) {
  const cached = new Map<string, CachedRejection>();
  const allowed = new Set<Rejection>();
  const zips = new Set<number>();
  const spellings = new Set<string>();

  /** Undefined when the table has no number left; then the rules go on rejecting these rows. */
  function numberOf(of: Pick<CachedRejection, 'rejection' | 'state' | 'by'>): number | undefined {
    const key = `${of.rejection} ${of.by} ${of.state}`;
    const found = cached.get(key);
    if (found) return found.number;
    const next = seenByTable.size + cached.size;
    if (next >= MAX_VERDICTS) return undefined;
    const number = seenByTable.get(of.rejection) ?? next;
    cached.set(key, { ...of, number, reported: 0 });
    table.addVerdict(number, of.rejection === 'other-state' ? '' : of.rejection);
    return number;
  }

  function isNew(spelling: string, rejection: Rejection): boolean {
    if (!allowed.has(rejection) || spelling.length > MAX_SPELLING_LENGTH) return false;
    const before = spellings.size;
    return before < MAX_SPELLINGS && spellings.add(spelling).size > before;
  }

  function allow(rejection: Rejection): void {
    if (allowed.has(rejection) || (delimiter !== ',' && rejection !== 'other-state')) return;
    // The town may have the ZIP code.
    if (rejection === 'no-zip' && mapping.city.length > 0) return;
    allowed.add(rejection);
    if (seenByTable.has(rejection)) numberOf({ rejection, state: '', by: 'row' });
  }

  /** Rows with this spelling of a state belong to another one. */
  function addState(spelling: string, state: string): void {
    if (!isNew(spelling, 'other-state')) return;
    const number = numberOf({ rejection: 'other-state', state, by: 'name' });
    if (number !== undefined) table.rejectState(spelling, number);
  }

  function addBadZip(spelling: string): void {
    if (!isNew(spelling, 'bad-zip')) return;
    const number = numberOf({ rejection: 'bad-zip', state: '', by: 'row' });
    if (number !== undefined) table.rejectZip(spelling, number);
  }

  /** Rows with this ZIP code belong to another state, however they spell it; `state` is empty when no state has it. */
  function addZip(zip: number, rejection: Rejection, state: string): void {
    if (!allowed.has(rejection) || zips.has(zip)) return;
    zips.add(zip);
    const number = numberOf({ rejection, state, by: 'zip' });
    if (number !== undefined) table.rejectZip(zip, number);
  }

  function newRows() {
    const found = Array.from(cached.values(), (each) => {
      const rows = table.rowsOf(each.number) - each.reported;
      each.reported += rows;
      return { ...each, rows };
    });
    return found.filter((each) => each.rows > 0);
  }

  return { allow, addState, addBadZip, addZip, newRows };
}
