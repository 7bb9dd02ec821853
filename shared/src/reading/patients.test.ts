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

test('a page with the name of the patient and another birth date gives nothing, unless one digit differs', () => {
  const other = 'Patient Name: Doe, Jane     DOB: 05/07/1941\nRoom: 214';
  expect(read(first, other)).not.toHaveProperty(['Clinical.Room']);
  const sameOne = 'Patient Name: Doe, Jane     DOB: 03/06/1943\nRoom: 214';
  expect(read(first, sameOne)).toMatchObject({ 'Clinical.Room': '214' });
});

test('a page whose patient cannot be read is not about the patient before it, unless it has the same number', () => {
  const unread = 'Patient Name: D0E ]4NE 7     DOB: 0?/O7/1?41\nRoom: 214';
  expect(read(first, unread)).not.toHaveProperty(['Clinical.Room']);
  const withNumber = 'Medicare Number: 1EG4-TE5-MK73';
  expect(read(`${first}\n${withNumber}`, `${unread}\n${withNumber}`)).toMatchObject({
    'Clinical.Room': '214',
  });
});

test('a page without a name is about another patient if its street or phone is another one', () => {
  const withPhone = `${first}\nPatient phone: (203) 555-0125`;
  expect(read(withPhone, 'Room: 214')).toMatchObject({ 'Clinical.Room': '214' });
  expect(read(withPhone, 'Patient phone: (413) 555-0188\nRoom: 214')).not.toHaveProperty(['Clinical.Room']);
});

test('a page before the first name that has values of a patient is not joined to that name', () => {
  expect(read('Room: 214\nHomebound: Yes', first)).toEqual({
    'Clinical.Room': '214',
    'Clinical.Homebound': 'Yes',
  });
  expect(read('Room: 214\nHomebound: Yes\nRe: Jane Doe', first)).toMatchObject({
    'Clinical.Room': '214',
    'Patient.LastName': 'Doe',
  });
});

test('a cover between the papers of two patients belongs to those behind it', () => {
  const cover = 'FAX COVER SHEET\nTo: Harbor Home Care\nFrom: Dana Desk, Sample General Hospital';
  const other = 'Patient Name: Differento, Harold     DOB: 05/07/1941';
  expect(readPacket(wordsOf([first, cover, other]), { today }).others).toEqual([
    { name: 'Differento, Harold', pages: [2, 3] },
  ]);
});
