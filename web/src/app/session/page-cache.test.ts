import { expect, test } from 'vitest';
import { keepNothingForBack } from './page-cache.ts';

function leaveAndReturn({ persisted }: { persisted: boolean }): string[] {
  const page = new EventTarget();
  const done: string[] = [];
  keepNothingForBack(page, { wipe: () => void done.push('wiped'), reload: () => void done.push('reloaded') });
  for (const name of ['pagehide', 'pageshow'])
    page.dispatchEvent(Object.assign(new Event(name), { persisted }));
  return done;
}

test("a page in the browser's back cache is emptied, and reloads when it is shown again", () => {
  expect(leaveAndReturn({ persisted: true })).toEqual(['wiped', 'reloaded']);
});

test('a page that is loaded or discarded is left alone', () => {
  expect(leaveAndReturn({ persisted: false })).toEqual([]);
});
