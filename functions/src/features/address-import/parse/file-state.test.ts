import { addressStates } from '@handoff/shared/domain/address/us-state';
import { expect, test } from 'vitest';
import { AppError } from '../../../core/app-error.ts';
import { fileKinds } from '../../../testing/imports/file-kinds.ts';
import { subjectOfFile } from '../../../imports/upload/recognize-start.ts';

const header = 'number,street,city,state,zip';

async function stateOf(text: string, { name = 'addresses.csv', isLatin1 = false } = {}) {
  try {
    return await subjectOfFile(fileKinds, { name, bytes: Buffer.from(text, isLatin1 ? 'latin1' : 'utf8') });
  } catch (error) {
    return error instanceof AppError ? [error.code, error.message, error.details.fields?.['state']] : error;
  }
}

const row = (state: string, zip: string) => `\n1,ELM ST,TOWN,${state},${zip}`;
const times = (count: number, text: string) => text.repeat(count);
const open = `state is missing: the file does not say which of ${addressStates.join(', ')} it is of`;

test.each<[string, string]>([
  ['the column of states', row('Vermont', '') + '\n'],
  ['its ZIP codes, where a row names no state', row('', '05401') + '\n'],
  ['its only line, though it has no end', row('VT', '05401')],
  ['what nine of ten rows say', times(9, row('VT', '')) + row('NH', '') + '\n'],
  ['the rows that name any', row('', '') + row('VT', '') + '\n'],
  ['rows beside one that has another width', row('VT', '') + '\n1,2\n'],
  ['rows beside one with a stray quote', row('VT', '') + '\n1,EL"M ST,TOWN,VT,05401\n'],
])('the state of a file is found by %s', async (_by, rows) => {
  expect(await stateOf(header + rows)).toBe('VT');
});

test('rows outweigh the name of the file, which counts where they leave it open', async () => {
  const name = 'connecticut.csv';
  expect(await stateOf(`${header}${row('VT', '')}\n`, { name })).toBe('VT');
  expect(await stateOf(`${header}${row('', '')}\n`, { name })).toBe('CT');
  expect(await stateOf(`${header}${times(8, row('VT', ''))}${row('CT', '')}\n`, { name })).toBe('CT');
});

test('a name never decides against the rows', async () => {
  const rows = times(8, row('ME', '')) + row('NH', '');
  expect(await stateOf(`${header}${rows}\n`, { name: 'as-vermont.csv' })).toEqual([
    'invalid_request',
    open,
    open,
  ]);
  expect(await stateOf(`${header}${rows}\n`, { name: 'nh.csv' })).toBe('NH');
});

test('the state of a file with unknown names is found by its ZIP codes', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => `${n + 1} OAK ST,BATH ME 04530`);
  expect(await stateOf(['lage,ort', ...rows, ''].join('\n'))).toBe('ME');
});

test('a line that the start was cut through says nothing', async () => {
  expect(await stateOf(`${header}${row('VT', '')}\n1,ELM ST,TOWN,NH,03`)).toBe('VT');
});

test('a file in an encoding older than UTF-8 can be read, too', async () => {
  expect(await stateOf(`${header}\n1,RUE ÉTIENNE,TOWN,VT,05401\n`, { isLatin1: true })).toBe('VT');
});

test('a file without a state is refused by its field, and another kind of file by its kind', async () => {
  expect(await stateOf(`${header}${row('', '')}\n`)).toEqual(['invalid_request', open, open]);
  expect(await stateOf(`${header}${row('CA', '')}\n`)).toEqual(['invalid_request', open, open]);
  const [code] = [await stateOf('PK\u0003\u0004 a workbook')].flat();
  expect(code).toBe('unsupported_file');
});
