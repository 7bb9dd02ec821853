import { expect, test } from 'vitest';
import { readMultipart } from './input.ts';

async function formOf(parts: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const request = new Response(form);
  const body = Buffer.from(await request.arrayBuffer());
  return { body, contentType: request.headers.get('content-type') ?? '' };
}

test('fields and files come in order, with names and types as sent', async () => {
  const file = new File(['a,b\r\n--x\r\n'], 'Été "1".csv', { type: 'text/csv' });
  const { body, contentType } = await formOf([
    ['state', 'CT'],
    ['file', file],
    ['mode', 'Straße'],
  ]);
  const parts = await readMultipart(body, contentType);
  expect(parts).toEqual([
    ['state', 'CT'],
    ['file', { name: 'Été "1".csv', type: 'text/csv', bytes: Buffer.from('a,b\r\n--x\r\n') }],
    ['mode', 'Straße'],
  ]);
});

test('a file of many megabytes is not copied', async () => {
  const content = Buffer.alloc(20_000_000, 'line\r\n-');
  const { body, contentType } = await formOf([['file', new File([content], 'a.csv')]]);
  const [part] = await readMultipart(body, contentType);
  const file = part?.[1];
  expect(typeof file === 'object' && file.bytes.buffer === body.buffer).toBe(true);
  expect(typeof file === 'object' && content.equals(file.bytes)).toBe(true);
});

test('a file without content is empty', async () => {
  const { body, contentType } = await formOf([['file', new File([], 'a.csv')]]);
  const [part] = await readMultipart(body, contentType);
  expect(part?.[1]).toMatchObject({ bytes: Buffer.alloc(0) });
});

test.each([
  [
    'that ends too early',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
  ],
  ['without a boundary', 'multipart/form-data', ''],
  ['that is none', 'multipart/form-data; boundary=x', 'no form'],
  [
    'with a field of two megabytes',
    'multipart/form-data; boundary=x',
    `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'1'.repeat(2_000_000)}\r\n--x--\r\n`,
  ],
])('a form %s is refused', async (_what, contentType, body) => {
  await expect(readMultipart(Buffer.from(body), contentType)).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'The form could not be read.',
  });
});
