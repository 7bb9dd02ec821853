import { expect, test } from 'vitest';
import { quotedFields } from './quoted-fields.ts';

test.each([
  ['separators, line breaks and doubled quotes', '"a,b","c\r\nd\n","e ""f"""\n', ['a,b', 'c\nd\n', 'e "f"']],
  ['empty fields', ',"",,""\r\n', ['', '', '', '']],
  ['quotes within a field, which are text', '5" PIPE,"x"\n', ['5" PIPE', 'x']],
  ['a carriage return alone, which is text', '"a\r",b\r\r\n', ['a\r', 'b\r']],
  ['the last record of a file', '"1",2', ['1', '2']],
  ['text behind a closing quote, which makes both quotes text', '"abc"def,"x"\n', ['"abc"def', 'x']],
  ['a carriage return behind the last closing quote', '"1"\r', ['"1"\r']],
])('reads %s', (_what, record, fields) => {
  expect(quotedFields(Buffer.from(record), ',')).toEqual(fields);
});

test('finds no fields in a record that does not close its quotes, and in more than one', () => {
  expect(quotedFields(Buffer.from('1,"2\n'), ',')).toBeUndefined();
  expect(quotedFields(Buffer.from('"1"x,2\n3,4'), ',')).toBeUndefined();
});
