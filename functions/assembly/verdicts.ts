import { allocate } from './memory';
import { writeRejected } from './reject-lines';
import { isSame } from './texts';

// Rejects rows for what they lack, or for a state or a ZIP code that the rules have rejected before. They are counted,
// and reported when the row can be written as it is.

const MAX_VERDICTS: usize = 256;
// A verdict has four words: its count of rows, its reason in the report and the length of that, and whether it is used.
const ROWS: usize = 0;
const REASON: usize = 4;
const REASON_LENGTH: usize = 8;
const IS_USED: usize = 12;
const VERDICT_BYTES: usize = 16;

// These verdicts follow from the row alone. The host numbers those of spellings and ZIP codes from here on.
export const OTHER_COLUMNS: i32 = 0;
export const NO_ZIP: i32 = 1;
export const NO_NUMBER: i32 = 2;
export const NO_STREET: i32 = 3;
export const UNASSIGNED_NUMBER: i32 = 4;

let verdicts: usize = 0;

export function prepareVerdicts(): void {
  verdicts = allocate(MAX_VERDICTS * VERDICT_BYTES);
}

/** From now on rows get the verdict. Without a reason they are not reported. */
export function addVerdict(verdict: i32, reason: usize, length: usize): void {
  const at = verdictAt(verdict);
  store<usize>(at, reason, REASON);
  store<usize>(at, length, REASON_LENGTH);
  store<i32>(at, 1, IS_USED);
}

export function rowsOf(verdict: i32): i32 {
  return load<i32>(verdictAt(verdict), ROWS);
}

/** The mark of a verdict stands where a row has its number. It is negative, or 0 when the rules have to decide. */
export function markOf(verdict: i32): i32 {
  return load<i32>(verdictAt(verdict), IS_USED) == 0 ? 0 : -1 - verdict;
}

/** False when the row cannot be reported as it is. */
export function giveVerdict(mark: i32, from: usize, to: usize, line: i32): bool {
  const at = verdictAt(-1 - mark);
  const length = load<usize>(at, REASON_LENGTH);
  if (length > 0 && !writeRejected(from, to, line, load<usize>(at, REASON), length)) return false;
  store<i32>(at, load<i32>(at, ROWS) + 1, ROWS);
  return true;
}

function verdictAt(verdict: i32): usize {
  return verdicts + <usize>verdict * VERDICT_BYTES;
}

// A list of rejected spellings has a count, and for each spelling its address, its length and its mark.

const MAX_SPELLINGS: usize = 64;
const SPELLING_BYTES: usize = 12;

export function spellingList(): usize {
  return allocate(4 + MAX_SPELLINGS * SPELLING_BYTES);
}

/** Spellings beyond the limit are left to the rules. */
export function rejectSpelling(list: usize, text: usize, length: usize, verdict: i32): void {
  const count = load<usize>(list);
  if (count == MAX_SPELLINGS) return;
  const at = list + 4 + count * SPELLING_BYTES;
  store<usize>(at, text);
  store<usize>(at, length, 4);
  store<i32>(at, markOf(verdict), 8);
  store<usize>(list, count + 1);
}

export function markOfSpelling(list: usize, text: usize, length: usize): i32 {
  const end = list + 4 + load<usize>(list) * SPELLING_BYTES;
  for (let at = list + 4; at < end; at += SPELLING_BYTES)
    if (load<usize>(at, 4) == length && isSame(load<usize>(at), text, length)) return load<i32>(at, 8);
  return 0;
}
