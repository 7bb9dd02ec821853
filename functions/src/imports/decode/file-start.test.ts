import { expect, test } from 'vitest';
import { incompleteTail, recognizeBytes, recognizeHeader } from './file-start.ts';

test.each([
  ['', /file is empty/],
  ['%PDF-1.7', /PDF/],
  ['number,street\u0000', /binary file/],
  ['\u0000\u0000\u0027\u000A\u0000', /Shapefile.*ogr2ogr/],
  ['\u0003\u007A\u000B\u001A\u0000', /Shapefile, or its DBF table/],
  ['SQLite format 3\u0000', /GeoPackage/],
])('a file that begins with %j is refused', (start, message) => {
  expect(() => recognizeBytes(Buffer.from(start))).toThrow(message);
});

test.each([
  ['1f8b08', 'gzip'],
  ['504b0304', 'zip'],
  ['fffe6e00', 'utf-16le'],
  ['feff006e', 'utf-16be'],
  ['efbbbf6e', 'utf-8'],
  ['6ec3a9', 'utf-8'],
  // The cut went through a character.
  ['6ec3', 'utf-8'],
  ['6ee92c', 'windows-1252'],
])('bytes %s are %s', (hex, encoding) => {
  expect(recognizeBytes(Buffer.from(hex, 'hex'))).toBe(encoding);
});

test.each([
  ['a,b;c,d\n', ',', ['a', 'b;c', 'd']],
  ['a;b;c,d\n', ';', ['a', 'b', 'c,d']],
  ['a\tb\tc\r\n1', '\t', ['a', 'b', 'c']],
  ['a|b|c', '|', ['a', 'b', 'c']],
  ['"a,1","b"\n', ',', ['a,1', 'b']],
  ['\n\na,b\n', ',', ['a', 'b']],
])('%j is separated by %j', (text, delimiter, header) => {
  expect(recognizeHeader(text)).toEqual({ delimiter, header });
});

test.each([
  [' \n\n', /file is empty/],
  ['<!doctype html>', /web page/],
  ['number,street\r1,MAIN ST\r', /old Macintosh line ends/],
])('text that begins with %j is refused', (text, message) => {
  expect(() => recognizeHeader(text)).toThrow(message);
});

test.each([
  ['61', 0],
  ['61c3', 1],
  ['61c3a9', 0],
  ['e282', 2],
  ['e282ac', 0],
  ['f09f92', 3],
  ['f09f92a9', 0],
])('%s ends with %i bytes of an incomplete character', (hex, bytes) => {
  expect(incompleteTail(Buffer.from(hex, 'hex'))).toBe(bytes);
});
