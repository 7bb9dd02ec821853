import { expect, test } from 'vitest';
import { readDocument } from '@handoff/shared/reading/read-document';
import type { Word } from '@handoff/shared/reading/words';
import type { ReadPicture } from './read-picture.ts';
import { textOf } from './scanned-page.ts';

const label = (text: string, x: number, y: number) => ({
  text,
  confidence: 95,
  x,
  y,
  width: text.length * 0.01,
  height: 0.012,
});
const value = (field: string, text: string, x: number, y: number): Word => ({
  text,
  page: 1,
  field,
  style: 'form',
  x,
  y,
  width: text.length * 0.008,
  height: 0.012,
});

test('fields whose names say nothing are read by the labels in the picture below them', () => {
  const picture: ReadPicture = {
    words: [
      label('Birth', 0.1, 0.1),
      label('Date', 0.16, 0.1),
      label('Sex', 0.5, 0.1),
      label('Last', 0.1, 0.2),
      label('Name', 0.16, 0.2),
      label('Homebound', 0.1, 0.3),
      label('\u2610', 0.305, 0.3),
      label('Yes', 0.33, 0.3),
    ],
    quarters: 0,
    slopes: { tilt: 0, curl: 0, fan: 0 },
  };
  const fields = [
    value('Text1', '03/06/1949', 0.25, 0.1),
    value('Text2', 'F', 0.6, 0.1),
    value('Text3', 'Doe', 0.25, 0.2),
    { ...value('Check4', '\u2612', 0.305, 0.3), width: 0.02 },
  ];
  const { words } = textOf(picture, { page: 1, fields });
  const found = readDocument(words, new Date(2026, 10, 27));
  expect(Object.fromEntries(found.map(({ path, value: read }) => [path, read]))).toEqual({
    'Patient.DateOfBirth': '1949-03-06',
    'Clinical.Sex': 'Female',
    'Patient.LastName': 'Doe',
    'Clinical.Homebound': 'Yes',
  });
});

test('the fields of a page that was scanned on its side are placed as its picture is read', () => {
  const picture: ReadPicture = {
    words: [label('Sex', 0.1, 0.5)],
    quarters: 1,
    slopes: { tilt: 0, curl: 0, fan: 0 },
  };
  const { words, placeOf } = textOf(picture, { page: 1, fields: [value('Text1', 'F', 0.5, 0.8)] });
  const placed = words.find(({ field }) => field === 'Text1');
  expect(placed?.x).toBeCloseTo(1 - 0.812);
  expect(placed && placeOf(placed)).toMatchObject({ x: expect.closeTo(0.5), y: expect.closeTo(0.8) });
});

test('a form over a picture without legible labels keeps the values of its fields', () => {
  const fields = [value('PatientLastName', 'Doe', 0.2, 0.2)];
  const nothing: ReadPicture = { words: [], quarters: 0, slopes: { tilt: 0, curl: 0, fan: 0 } };
  expect(textOf(nothing, { page: 1, fields })).toMatchObject({ words: fields, isUnreadable: true });
});
