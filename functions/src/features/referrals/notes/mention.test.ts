import { expect, test } from 'vitest';
import { mentionedIn } from './notify-of-notes.ts';

const people = ['Ana Intake', 'Ana Intake-Jones', 'Cal Clinician', 'Cal Clinician', ''].map(
  (FullName, n) => ({
    Id: `u${n}`,
    FullName,
  }),
);

test.each([
  ['@Ana Intake please call', ['u0']],
  ['Thanks (@ana intake)!', ['u0']],
  ['@Ana Intake-Jones, see above', ['u1']],
  ['@Ana Intakes', []],
  ['Ana Intake wrote @ home', []],
  ['@Cal Clinician', ['u2', 'u3']],
  ['@Ana Intake and again @Ana Intake', ['u0']],
  ['@', []],
])('"%s" means %j', (text, ids) => {
  expect(mentionedIn(text, people).map(({ Id }) => Id)).toEqual(ids);
});
