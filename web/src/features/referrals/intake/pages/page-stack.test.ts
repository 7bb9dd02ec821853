import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  goTo,
  join,
  move,
  pagesText,
  type PageStack,
  patientsOf,
  remove,
  setType,
  split,
  stackOf,
  type StackChange,
  startsPatients,
  step,
  togglePatient,
  turn,
} from './page-stack.ts';

const fax = () =>
  stackOf([
    { attachmentId: 'fax', typeId: 'other', pages: 4 },
    { attachmentId: 'note', typeId: 'note', pages: 1 },
  ]);

const after = (...changes: StackChange[]) => changes.reduce((stack, change) => change(stack), fax());
const nameOf = (id: string) => `${id}.pdf`;
const numbers = ({ documents }: PageStack) =>
  documents.map(({ pages }) =>
    pages.map(({ attachmentId, number }) => `${attachmentId[0]}${number}`).join(' '),
  );

test('a stack begins as its files, and the page in hand begins a document or joins the one before', () => {
  expect(numbers(fax())).toEqual(['f1 f2 f3 f4', 'n1']);
  const parts = after(step(2), split, setType('order'));
  expect(numbers(parts)).toEqual(['f1 f2', 'f3 f4', 'n1']);
  expect(parts.documents.map(({ typeId }) => typeId)).toEqual(['other', 'order', 'note']);
  expect(numbers(join(parts))).toEqual(['f1 f2 f3 f4', 'n1']);
  expect(join(parts)).toMatchObject({ document: 0, page: 2 });
  expect(numbers(after(split))).toEqual(['f1 f2 f3 f4', 'n1']);
  expect(numbers(after(join))).toEqual(['f1 f2 f3 f4', 'n1']);
});

test('a page moves among its neighbors and into the next document, which may leave its own empty', () => {
  expect(numbers(after(move(1)))).toEqual(['f2 f1 f3 f4', 'n1']);
  expect(numbers(after(step(3), move(1)))).toEqual(['f1 f2 f3', 'f4 n1']);
  expect(numbers(after(step(4), move(-1)))).toEqual(['f1 f2 f3 f4 n1']);
  const alone = after(step(1), split, step(-1), move(1));
  expect(numbers(alone)).toEqual(['f1 f2 f3 f4', 'n1']);
  expect(alone).toMatchObject({ document: 0, page: 0 });
});

test('a page is turned four times until it is as before, and left out but for the last one', () => {
  expect(after(turn).documents[0]?.pages[0]?.turn).toBe(90);
  expect(after(turn, turn, turn, turn)).toEqual(fax());
  expect(numbers(after(step(3), remove))).toEqual(['f1 f2 f3', 'n1']);
  expect(numbers(after(step(4), remove))).toEqual(['f1 f2 f3 f4']);
  const one = stackOf([{ attachmentId: 'a', typeId: undefined, pages: 1 }]);
  expect(remove(one)).toEqual(one);
});

test('the papers of another patient begin at a document, and lose none when it is emptied', () => {
  const two = after(step(2), split, togglePatient);
  expect(patientsOf(two).map((own) => own.length)).toEqual([1, 2]);
  expect(patientsOf(after(togglePatient)).length).toBe(1);
  const emptied = [remove, remove].reduce((stack, change) => change(stack), two);
  expect(numbers(emptied)).toEqual(['f1 f2', 'n1']);
  expect(patientsOf(emptied).map((own) => own.length)).toEqual([1, 1]);
});

test('the papers of another patient begin at the page in hand, and take no page before it', () => {
  // The second page begins a document, and the third one another patient.
  const two = after(step(1), split, setType('order'), step(1), togglePatient);
  expect(numbers(two)).toEqual(['f1', 'f2', 'f3 f4', 'n1']);
  expect(patientsOf(two).map((own) => numbers({ ...two, documents: own }))).toEqual([
    ['f1', 'f2'],
    ['f3 f4', 'n1'],
  ]);
  expect(two).toMatchObject({ document: 2, page: 0 });
  // The type of the first patient's document says nothing of the other's.
  expect(two.documents.map(({ typeId }) => typeId)).toEqual(['other', 'order', undefined, 'note']);
  expect(patientsOf(togglePatient(two))).toHaveLength(1);
});

test('a whole fax is split where another patient begins, and its first page begins none', () => {
  const whole = after(step(2), togglePatient);
  expect(numbers(whole)).toEqual(['f1 f2', 'f3 f4', 'n1']);
  expect(patientsOf(whole).map((own) => own.length)).toEqual([1, 2]);
  expect(after(togglePatient)).toEqual(fax());
  expect(startsPatients(after(step(2)))).toBe(true);
  expect(startsPatients(fax())).toBe(false);
});

test('a document is named by its pages', () => {
  const [whole, note] = fax().documents;
  expect(whole && pagesText(whole, nameOf)).toBe('fax.pdf, pages 1–4');
  expect(note && pagesText(note, nameOf)).toBe('note.pdf, page 1');
  const [mixed] = after(move(1)).documents;
  expect(mixed && pagesText(mixed, nameOf)).toBe('fax.pdf, pages 2, 1, 3, 4');
});

test('after any changes, no page is lost or doubled, no document is empty, and a page is in hand', () => {
  const change = fc.constantFrom<StackChange>(
    step(1),
    step(-1),
    step(3),
    split,
    join,
    turn,
    move(1),
    move(-1),
    togglePatient,
    goTo(0, 0),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const stack = after(...changes);
      const all = numbers(stack).join(' ').split(' ').toSorted();
      expect(all).toEqual(['f1', 'f2', 'f3', 'f4', 'n1']);
      expect(stack.documents.every(({ pages }) => pages.length > 0)).toBe(true);
      expect(stack.documents[stack.document]?.pages[stack.page]).toBeDefined();
      expect(stack.documents[0]?.startsPatient).toBe(false);
      expect(patientsOf(stack).flat()).toEqual(stack.documents);
    }),
  );
});
