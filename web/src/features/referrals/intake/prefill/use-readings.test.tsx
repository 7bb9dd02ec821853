// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../testing/render-screen.tsx';
import type { Attachment } from '../../attachment.ts';
import { useReadings } from './use-readings.ts';

const stored: Attachment = {
  id: 'd-1',
  name: 'stored.pdf',
  size: 8,
  file: undefined,
  isSending: false,
  failure: undefined,
  typeId: undefined,
  document: undefined,
  sameFileIn: [],
};
const attachments = [stored];
const files: never[] = [];

function Reader() {
  useReadings({ attachments, files });
  return null;
}

test('the papers of a draft are read while the form is open, and no longer', async () => {
  const { reads } = await renderScreen(<Reader />);
  await expect.poll(() => reads.at(-1)?.path).toBe('/services/viewfile/{blobName}');
  expect(reads.at(-1)?.signal?.aborted).toBe(false);
  cleanup();
  expect(reads.at(-1)?.signal?.aborted).toBe(true);
});
