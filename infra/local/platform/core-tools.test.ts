import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { functionsSettings, openInstallation, root } from '../installation.ts';
import { checkCoreTools, localSettings } from './core-tools.ts';

const emptyFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'handoff-func-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

test('local.settings.json has the settings of this installation and keeps those of the developer', () => {
  const installation = openInstallation({ HANDOFF_DATA: emptyFolder(), FUNCTIONS_PORT: '7999' });
  const { Values, Host } = localSettings(installation, { STEDI_API_KEY: 'mine', COSMOS_KEY: 'old' });
  expect(Values).toMatchObject({ ...functionsSettings(installation), STEDI_API_KEY: 'mine' });
  expect(Host).toEqual({ LocalHttpPort: 7999 });
  const Example = z.object({ Values: z.record(z.string(), z.string()) });
  const example = Example.parse(
    JSON.parse(readFileSync(path.join(root, 'local.settings.example.json'), 'utf8')),
  );
  const placeholders = Object.entries(example.Values).filter(([, value]) => value.includes('<'));
  expect(placeholders.length).toBeGreaterThan(5);
  expect(placeholders.filter(([name]) => !(name in Values))).toEqual([]);
});

test('missing Core Tools are reported with how to install them', () => {
  const folder = emptyFolder();
  expect(() => checkCoreTools({ PATH: folder })).toThrow('npm install -g azure-functions-core-tools@4');
  writeFileSync(path.join(folder, process.platform === 'win32' ? 'func.cmd' : 'func'), '');
  expect(() => checkCoreTools({ PATH: folder })).not.toThrow();
});
