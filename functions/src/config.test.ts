import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { readConfig, settingNames } from './config.ts';

const Example = z.object({ Values: z.record(z.string(), z.string()) });
const example = Example.parse(
  JSON.parse(await readFile(new URL('../../local.settings.example.json', import.meta.url), 'utf8')),
);

test('the example settings are those the API reads', () => {
  // The first is for Core Tools, the second is set by Azure.
  const shown = Object.keys(example.Values).filter((name) => name !== 'FUNCTIONS_WORKER_RUNTIME');
  const read = settingNames.filter((name) => name !== 'WEBSITE_INSTANCE_ID');
  expect(shown.toSorted()).toEqual(read.toSorted());
});

test('the example does not work as it is: every secret has to be put in', () => {
  expect(() => readConfig(example.Values)).toThrow('CONTINUATION_KEY');
});
