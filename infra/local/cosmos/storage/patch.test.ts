import { expect, test } from 'vitest';
import { patchDocument } from './patch.ts';

// The SDK's types have no `move`, the service does: learn.microsoft.com/azure/cosmos-db/partial-document-update
test('move takes the value from one path to another', () => {
  const document = { color: 'silver', inventory: {} };
  const patch = [{ op: 'move', from: '/color', path: '/inventory/color' }];
  expect(patchDocument(document, patch, '/pk')).toEqual({ inventory: { color: 'silver' } });
  expect(document).toHaveProperty('color');
});

test.each([
  [{ op: 'move', from: '/missing', path: '/there' }, 'does not exist'],
  [{ op: 'move', from: '/a', path: '/a/b' }, 'into itself'],
  [{ op: 'move', from: '/pk', path: '/other' }, 'partition key'],
  [{ op: 'copy', from: '/a', path: '/b' }, 'does not model the patch operation copy'],
])('%j is refused by name', (operation, reason) => {
  expect(() => patchDocument({ a: { b: 1 }, pk: 'x' }, [operation], '/pk')).toThrow(reason);
});
