import type { FieldSecrets } from '../platform/azure/field-keys.ts';

/** Known, so that what was sealed can be compared between processes of a test. */
export const fieldSecrets: FieldSecrets = {
  current: 'v1',
  data: { v1: '1d'.repeat(32) },
  index: '2e'.repeat(32),
};
