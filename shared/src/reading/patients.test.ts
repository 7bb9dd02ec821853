import { expect, test } from 'vitest';
import { readDocument, readPacket } from './read-document.ts';
import { wordsOfText } from './words.ts';

const today = new Date(2026, 10, 27);
const wordsOf = (pages: readonly string[]) =>
  pages.flatMap((text, at) => wordsOfText(text).map((word) => ({ ...word, page: at + 1 })));
const read = (...pages: string[]) =>
  Object.fromEntries(readDocument(wordsOf(pages), today).map(({ path, value }) => [path, value]));

const first = 'Patient Name: Doe, Jane     DOB: 03/06/1949';

test('a page about another patient gives nothing, and neither do the pages after it', () => {
  const other = 'Patient Name: Differento, Harold     DOB: 05/07/1941\nMedicare Number: 1EG4-TE5-MK73';
  expect(read(first, other, 'Room: 214', 'Patient: Jane Doe     Language: Spanish')).toEqual({
    'Patient.LastName': 'Doe',
    'Patient.FirstName': 'Jane',
    'Patient.DateOfBirth': '1949-03-06',
    'Clinical.Language': 'Spanish',
  });
});

test('a name that a scan has wrong is the same patient, if another fact agrees', () => {
  expect(read(first, 'Patient Name: Dae, Jone   DOB: 03/06/1949\nRoom: 214')).toMatchObject({
    'Clinical.Room': '214',
  });
  const long = ['Patient Name: Orchardson, Jane', 'Patient Name: Orchardscn, Jane\nRoom: 214'];
  expect(read(...long)).toMatchObject({ 'Clinical.Room': '214' });
});

test('those who send and receive a fax are not its patient', () => {
  const cover = `FAX
To: Harbor Home Care
From: Dana Desk
Name: Casey Clerk`;
  expect(read(cover, first)).toMatchObject({ 'Patient.LastName': 'Doe', 'Patient.FirstName': 'Jane' });
});

test('the pages of others are named with their patients, and give values once a person says that all are about one', () => {
  const pages = [
    first,
    'Patient Name: Differento, Harold     DOB: 05/07/1941',
    'Room: 214',
    'Patient: Jane Doe     Language: Spanish',
    'Patient Name: Thirdly, Ann     DOB: 01/02/1950',
    'Harold Differento again\nPatient Name: Differento, Harold',
  ];
  expect(readPacket(wordsOf(pages), { today }).others).toEqual([
    { name: 'Differento, Harold', pages: [2, 3, 6] },
    { name: 'Thirdly, Ann', pages: [5] },
  ]);
  const joined = readPacket(wordsOf(pages), { today, isOnePatient: true });
  expect(joined.others).toEqual([]);
  expect(joined.proposals.map(({ path }) => path)).toContain('Clinical.Room');
});
