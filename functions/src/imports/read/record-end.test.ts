import { describe, expect, test } from 'vitest';
import { endOfRecord, MAX_RECORD_BYTES, OPEN, UNREADABLE } from './record-end.ts';

const endOf = (text: string, { isLast = true, width = 2, at = 0 } = {}) =>
  endOfRecord(Buffer.from(text), { at, isLast, delimiter: 0x2c, width });

/** A record that continues after the bytes. */
const ofBytes = (length: number) => `"1"${','.repeat(length - 3)}`;

describe('a record ends', () => {
  test.each([
    ['1,2\n3', 4],
    ['1,"2"\r\n3', 7],
    ['"1\n1",2\n3', 8],
    ['"1""1",2\n', 9],
    ['"1"1,2\n', 7],
    ['1,2', 3],
    ['"1"', 3],
    ['"1"\r', 4],
  ])('%j after %i bytes', (text, end) => {
    expect(endOf(text)).toBe(end);
  });

  test('behind the available bytes while a quote may continue', () => {
    for (const text of ['1,2', '1,"2', '1,"2"', '1,"2"\r']) expect(endOf(text, { isLast: false })).toBe(OPEN);
    expect(endOf('1,"2"\r\n', { isLast: false })).toBe(7);
    expect(endOf('1,"2"\rx\n', { isLast: false })).toBe(8);
  });

  test('nowhere where a quote stays open, or closes on a later line before text or in one field too many', () => {
    expect(endOf('1,"2\n3,4\n')).toBe(UNREADABLE);
    expect(endOf('1,"2\n3"x,4\n')).toBe(UNREADABLE);
    expect(endOf('1,"2\n3"\rx,4\n')).toBe(UNREADABLE);
    expect(endOf('1,"2\n3",4\n')).toBe(UNREADABLE);
    expect(endOf('1,"2\n3",4\n', { width: 3 })).toBe(10);
  });

  test('within the bytes that one may have', () => {
    const most = { isLast: false, width: 0 };
    expect(endOf(ofBytes(MAX_RECORD_BYTES), most)).toBe(OPEN);
    expect(endOf(ofBytes(MAX_RECORD_BYTES + 1), most)).toBe(UNREADABLE);
    expect(endOf(`1\n${ofBytes(MAX_RECORD_BYTES)}`, { ...most, at: 2 })).toBe(OPEN);
    expect(endOf(`"${'x'.repeat(MAX_RECORD_BYTES)}`, most)).toBe(UNREADABLE);
  });
});
