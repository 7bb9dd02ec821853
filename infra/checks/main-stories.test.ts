import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mainStories } from './main-stories.ts';

const stories = globSync('web/e2e/**/*.e2e.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('');
const times = (title: string) => stories.split(`test('${title}', `).length - 1;

test('every main story is the title of one browser story', () => {
  const titles = Object.values(mainStories).flat();
  expect(titles.filter((title) => times(title) !== 1)).toEqual([]);
});
