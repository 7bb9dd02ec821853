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
  ['@a', []],
])('"%s" means %j', (text, ids) => {
  expect(mentionedIn(text, people).map(({ Id }) => Id)).toEqual(ids);
});

test('a text full of @ among many people is read quickly', () => {
  const crowd = Array.from({ length: 500 }, (_, n) => ({ Id: `u${n}`, FullName: `Pat${n} Sample` }));
  const started = performance.now();
  for (let note = 0; note < 10; note += 1) mentionedIn('@p'.repeat(2_000), crowd);
  // A straightforward search took seconds.
  expect(performance.now() - started).toBeLessThan(500);
});
