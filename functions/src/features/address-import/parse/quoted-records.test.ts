import { describe, expect, test } from 'vitest';
import { quotedRecordReader } from './quoted-records.ts';
import { endOfRecord, MAX_RECORD_BYTES, OPEN, UNREADABLE } from './record-end.ts';

describe('records with a quote, read many at once', () => {
  const reader = quotedRecordReader({ delimiter: ',', width: 2 });

  function read(text: string, { from = 0, limit = text.length, isLast = true, header = false } = {}) {
    const batch = reader.readAll(Buffer.from(text), { from, limit, isLast, header });
    return [...batch.records].map(([start, { fields }]) => [start, fields]);
  }

  test('are found by where they begin, and those without a quote are left out', () => {
    const text = '1,2\n"3",4\n5,6\n7,"8\n8"\n9,0\n';
    expect(read(text)).toEqual([
      [4, ['3', '4']],
      [14, ['7', '8\n8']],
    ]);
    const all = { from: 0, limit: text.length, isLast: true, header: false };
    const { records, quoteFrom } = reader.readAll(Buffer.from(text), all);
    expect([...records.values()].map(({ end }) => end)).toEqual([10, 22]);
    expect([0, 5, 10, 17, 22].map(quoteFrom)).toEqual([4, 6, 16, 20, Number.POSITIVE_INFINITY]);
    expect(read(text, { from: 10 })).toEqual([[14, ['7', '8\n8']]]);
    expect(read(text, { limit: 10 })).toEqual([[4, ['3', '4']]]);
    expect(read('1,2\n')).toEqual([]);
  });

  test('are read with the header, which needs no quote', () => {
    expect(read('a,b\n1,2\n3,"4"\n', { header: true })).toEqual([
      [0, ['a', 'b']],
      [8, ['3', '4']],
    ]);
    expect(read('a,b\n1,2\n', { header: true })).toEqual([[0, ['a', 'b']]]);
  });

  test('wait for what follows, and one that cannot be read costs no other', () => {
    expect(read('"1",2\n3,"4', { isLast: false })).toEqual([[0, ['1', '2']]]);
    expect(read('3,"4\n"5",6\n7,"8"\n')).toEqual([
      [5, ['5', '6']],
      [11, ['7', '8']],
    ]);
    expect(read('"1",2\n3,"4')).toEqual([[0, ['1', '2']]]);
  });

  test('have one kind of line end in their fields', () => {
    expect(read('"1\r\n1","2\r"\r\n"3",4\r\n').map(([, fields]) => fields)).toEqual([
      ['1\n1', '2\r'],
      ['3', '4'],
    ]);
  });

  test('can also be read one by one', () => {
    expect(reader.read(Buffer.from('"1",2'))).toEqual(['1', '2']);
    expect(reader.read(Buffer.from('"1",2\n3,4'))).toBeUndefined();
    expect(reader.read(Buffer.alloc(0))).toBeUndefined();
  });
});

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
