import { expect, test } from 'vitest';
import { shortcutNames, shortcuts, shortcutsBy, type Shortcut } from './shortcuts.ts';

test('a key pressed alone has one meaning', () => {
  const alone = shortcutNames.filter((name) => !('held' in shortcuts[name]));
  const keys = alone.map((name) => shortcuts[name].key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('the help shows the keys a person may use, each line once', () => {
  const all = shortcutsBy('help', shortcutNames, () => true);
  expect(all).toContainEqual(['Next or previous row, or referral when one is open', 'J', 'K']);
  expect(all).toContainEqual(['Move between cards on the board', '←', '↑', '↓', '→']);
  expect(all).toContainEqual(['Select the row; with Shift, all rows up to it', 'X']);
  expect(all).toContainEqual(['Save a form', 'Ctrl', 'Enter']);

  const reading = shortcutsBy('help', shortcutNames, () => false).map(([help]) => help);
  const forAll = shortcutNames
    .map((name): Shortcut => shortcuts[name])
    .filter(({ may }) => may === undefined);
  expect(reading).toEqual([...new Set(forAll.map(({ help }) => help))]);
  expect(reading).not.toContain('Add a note');
});

test('the line below a list says what its keys do, by right', () => {
  const names = ['next', 'previous', 'note', 'assign', 'help'] as const;
  expect(shortcutsBy('hint', names, (permission) => permission === 'notes.write')).toEqual([
    ['move', 'J', 'K'],
    ['note', 'N'],
    ['all keys', '?'],
  ]);
});
