import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mantineColors } from '../../web/src/ui/theme/style-sheets.ts';
import { sourceFiles } from './import-graph.ts';

const combobox = ['Popover', 'Combobox'];
/** Style sheets that components need besides their own. */
const alsoNeeded: Record<string, string[]> = {
  Autocomplete: combobox,
  Checkbox: ['InlineInput'],
  Combobox: combobox,
  Drawer: ['ModalBase', 'Overlay', 'CloseButton'],
  Modal: ['ModalBase', 'Overlay', 'CloseButton'],
  MultiSelect: [...combobox, 'Pill', 'PillsInput'],
  SegmentedControl: ['FloatingIndicator'],
  Select: combobox,
  TagsInput: [...combobox, 'Pill', 'PillsInput'],
};

test('a file that uses a Mantine component loads its style sheets, whichever page opens first', () => {
  const atStart = sheetsIn('mantine.ts');
  const ofForms = sheetsIn('form-controls.ts');
  const ofDialogs = sheetsIn('dialogs.ts');
  const missing = sourceFiles(['web/src/**/*.tsx']).flatMap((file) => {
    const text = read(file);
    const has = [
      ...atStart,
      ...sheetsOf(text),
      ...(withForms.test(text) ? ofForms : []),
      ...(withDialogs.test(text) ? ofDialogs : []),
    ];
    const needs = componentsOf(text).flatMap((name) => [
      ...(hasSheet(name) ? [name] : []),
      ...(alsoNeeded[name] ?? []),
    ]);
    return needs.filter((sheet) => !has.includes(sheet)).map((sheet) => `${file}: ${sheet}`);
  });
  expect(missing).toEqual([]);
});

test('components of Mantine are given colors whose variables the build keeps', () => {
  const given = sourceFiles(['web/src/**/*.tsx']).flatMap((file) => {
    const text = read(file);
    return componentsOf(text).flatMap((name) =>
      [...text.matchAll(new RegExp(`<${name}\\b[^<]*?\\bcolor=(?:"(\\w+)"|\\{)`, 'g'))].map(
        ([, color = 'computed']) => color,
      ),
    );
  });
  expect(given).not.toHaveLength(0);
  expect(given.filter((color) => !mantineColors.includes(color))).toEqual([]);
});

/** A file of the form kit loads the style sheets of its controls. */
const withForms = /\/form\/(form|field|use-form)\.tsx?'|theme\/form-controls\.ts'/;

const withDialogs = /theme\/dialogs\.ts'/;

const sheetsIn = (name: string) => sheetsOf(read(`web/src/ui/theme/${name}`));
const read = (file: string) => readFileSync(file, 'utf8');

const sheetsOf = (text: string) =>
  [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name = '']) => name);

const componentsOf = (text: string) =>
  [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );

/** Components without their own styles, such as FileButton, have no style sheet. */
const hasSheet = (component: string) =>
  existsSync(`node_modules/@mantine/core/styles/${component}.layer.css`);
