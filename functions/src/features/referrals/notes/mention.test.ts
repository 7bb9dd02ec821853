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

test('a text full of @ among many people is read far faster than by trying each name at each place', () => {
  const crowd = Array.from({ length: 500 }, (_, n) => ({ Id: `u${n}`, FullName: `Pat${n} Sample` }));
  const text = '@p'.repeat(2_000);
  const tryingEach = () =>
    crowd.filter(({ FullName }) =>
      Array.from(text, (_, at) => text.startsWith(FullName.toLowerCase(), at)).some(Boolean),
    );
  expect(msOf(() => mentionedIn(text, crowd)) * 4).toBeLessThan(msOf(tryingEach));
});

function msOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
