// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { IN_BLOCKS_ABOVE_BYTES } from '@handoff/shared/domain/address/block-upload';
import { useApi } from '../../../data/use-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import type { Reply } from '../../../testing/talk-to.ts';
import { useAttachments } from './attachments.ts';
import { DocumentsSection } from './intake-documents.tsx';
import { startIntake, useIntakeFiles } from './intake-files.ts';

const sorting = { isOffered: false, isReady: true, drafts: 0, open() {} };
const failure = (status: number, code: string) => ({
  status,
  body: { ErrorMessage: 'Oops', code, requestId: 'r-1' },
});
const refused = failure(400, 'invalid_request');
const never = { ...refused, after: new Promise(() => {}) };
const paper = (name: string, bytes = 8) => new File([new Uint8Array(bytes)], name);

function Papers() {
  return <DocumentsSection of={useAttachments(useIntakeFiles())} sorting={sorting} isReading={false} />;
}

interface DropFirstProps {
  files: readonly File[];
  isElsewhere: boolean;
}

function DropFirst({ files, isElsewhere }: DropFirstProps) {
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  function onDrop() {
    startIntake(isElsewhere ? { ...api } : api, files);
    setOpen(true);
  }
  if (isOpen) return <Papers />;
  return (
    <button type="button" onClick={onDrop}>
      Drop
    </button>
  );
}

async function drop(files: readonly File[], replies: Reply[] = [refused], isElsewhere = false) {
  const opened = await renderScreen(<DropFirst files={files} isElsewhere={isElsewhere} />, replies);
  await opened.user.click(await screen.findByRole('button', { name: 'Drop' }));
  return opened;
}

test('each dropped file is sent once, in one call or in blocks, and a file of another system is read once', async () => {
  const { seen, reads } = await drop([paper('packet.pdf', IN_BLOCKS_ABOVE_BYTES + 1), paper('note.xml')]);
  await screen.findByText(/packet\.pdf/);
  await expect.poll(() => seen.map(({ url }) => url)).toEqual(['/api/drafts/fromfile']);
  await expect.poll(() => reads.filter(({ path }) => path.endsWith('/getfileupload'))).toHaveLength(1);
});

test('a file whose answer was lost is sent again under the same key', async () => {
  const { user, seen } = await drop([paper('fax.pdf')], [failure(500, 'internal'), refused]);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await expect.poll(() => seen).toHaveLength(2);
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  const refusal = await screen.findByText('Oops', { exact: false });
  // It is final.
  expect(refusal.querySelector('button')).toBeNull();
});

test('a document that is not answered holds up no other, and those beyond the limit say so', async () => {
  const files = Array.from({ length: 21 }, (_, index) => paper(`page-${index + 1}.png`));
  const { user, seen } = await drop(files, [never]);
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^A referral starts with at most 20 documents/,
  );
  await expect.poll(() => seen).toHaveLength(20);
  for (let page = 20; page > 0; page -= 1)
    // oxlint-disable-next-line no-await-in-loop -- one click after the other
    await user.click(screen.getByRole('button', { name: `Stop sending page-${page}.png` }));
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  expect(seen).toHaveLength(20);
});

test('files dropped in one agency are not in the form of another', async () => {
  await drop([paper('fax.pdf')], [refused], true);
  await screen.findByLabelText('Attach files');
  expect(screen.queryByText(/fax\.pdf/)).toBeNull();
});
