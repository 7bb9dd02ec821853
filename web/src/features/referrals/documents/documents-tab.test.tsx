// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { DocumentScan, ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { LiveProvider } from '../../../data/live/live.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ana, sampleReferral, sampleSettings, sampleWhole } from '../../../testing/sample-referrals.ts';
import { ok, type Reply } from '../../../testing/talk-to.ts';
import { DocumentsTab } from './documents-tab.tsx';

const referral = sampleReferral('Adams');
const at = '2026-11-26T10:00:00Z';

const documentOf = (name: string, State: DocumentScan['State'] = 'clean', Reason = ''): ReferralDocument => ({
  Id: name,
  Etag: '1',
  name,
  blobName: `blob-${name}`,
  DocumentTypeId: 'other',
  ReferralId: referral.Id,
  ContentType: 'application/pdf',
  Size: 8,
  Sha256: name,
  UploadedAt: at,
  UploadedBy: ana,
  Scan: { State, Reason, At: at, AskedAt: at },
});
const uploaded = (name: string, after?: Promise<unknown>): Reply =>
  ok({ ReferralDocuments: [documentOf(name)], SameFileIn: [] }, after);
const refused: Reply = {
  status: 400,
  body: { code: 'invalid_request', ErrorMessage: 'The file is damaged.', requestId: 'r-1' },
};
const paper = (name: string) => new File(['%PDF-1.7'], name);

/** The documents as the page of the referral reads them. */
function Papers() {
  const { documentTypes } = useSettings();
  const { data } = useRead(referralsApi.byId, { query: { id: referral.Id } });
  if (!data || documentTypes.length === 0) return null;
  return (
    <DocumentsTab referral={referral} documents={data.ReferralDocuments} types={documentTypes} missing={[]} />
  );
}

async function documents(stored: ReferralDocument[], replies: Reply[] = []) {
  const opened = await renderScreen(
    <LiveProvider onOwnChange={async () => {}}>
      <Papers />
    </LiveProvider>,
    replies,
    {
      at: '/referrals/$id',
      answers: {
        '/settings/get': ok(sampleSettings),
        '/referrals/getreferralbyid': () => ok(sampleWhole(referral, stored)),
      },
    },
  );
  const field = await screen.findByLabelText('Attach files');
  return { ...opened, attach: (...files: File[]) => opened.user.upload(field, files) };
}

const item = (name: string) => {
  const found = screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes(name));
  if (!found) throw new Error(`${name} is not listed`);
  return within(found);
};
const isListed = (name: string) => screen.queryByText(name, { exact: false }) !== null;

test('a document opens once it is clean; one that is being checked, blocked or unchecked says why not', async () => {
  await documents([
    documentOf('clean.pdf'),
    documentOf('new.pdf', 'checking'),
    documentOf('virus.pdf', 'blocked', 'EICAR'),
    documentOf('locked.pdf', 'not scanned', 'encrypted'),
  ]);
  item('clean.pdf').getByRole('button', { name: 'Open clean.pdf' });
  item('new.pdf').getByText('Being checked for malware');
  item('virus.pdf').getByText('Blocked: malware was found in it (EICAR)');
  item('locked.pdf').getByText('Not checked for malware (encrypted)', { exact: false });
  expect(screen.getAllByRole('button', { name: /^Open/ })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(1);
});

test('files are sent one after the other, and a waiting one can be taken back', async () => {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  const stored: ReferralDocument[] = [];
  const { user, seen, attach } = await documents(stored, [uploaded('first.pdf', arrives)]);
  await attach(paper('first.pdf'), paper('second.pdf'));
  await waitFor(() => expect(seen).toHaveLength(1));
  item('first.pdf').getByText(/^Sending|^Storing/);
  await user.click(item('second.pdf').getByRole('button', { name: 'Stop sending second.pdf' }));
  expect(isListed('second.pdf')).toBe(false);
  stored.push(documentOf('first.pdf'));
  arrive();
  await screen.findByRole('button', { name: 'Open first.pdf' });
  expect(seen).toHaveLength(1);
});

test('uploads on their way can be canceled together, and nothing is reported as failed', async () => {
  const { promise: arrives } = Promise.withResolvers<void>();
  const { user, seen, attach } = await documents([], [uploaded('first.pdf', arrives)]);
  await attach(paper('first.pdf'), paper('second.pdf'));
  await waitFor(() => expect(seen).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Cancel the uploads' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect([isListed('first.pdf'), isListed('second.pdf')]).toEqual([false, false]);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(seen).toHaveLength(1);
});

test('a refused file says why, is not sent again, and holds up no other', async () => {
  const stored = [documentOf('good.pdf')];
  const { user, seen, attach } = await documents(stored, [refused, uploaded('good.pdf')]);
  await attach(paper('damaged.pdf'), paper('good.pdf'));
  const failure = await item('damaged.pdf').findByRole('alert');
  expect(failure.textContent).toContain('The file is damaged.');
  expect(within(failure).queryByRole('button')).toBeNull();
  await waitFor(() => expect(seen).toHaveLength(2));
  await user.click(item('damaged.pdf').getByRole('button', { name: 'Remove damaged.pdf' }));
  expect(isListed('damaged.pdf')).toBe(false);
});

test('a file whose answers were all lost offers another try, which is the same request', async () => {
  const lost = Array.from({ length: 5 }, () => 'hang up' as const);
  const { user, seen, attach } = await documents([], [...lost, uploaded('fax.pdf')]);
  await attach(paper('fax.pdf'));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /fax\.pdf/ })).toBeNull());
  expect(seen).toHaveLength(6);
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a file that can never be taken is refused before it is sent', async () => {
  const { user, seen, attach } = await documents([], [refused]);
  await attach(new File([], 'empty.pdf'));
  const refusal = within(await screen.findByRole('alert'));
  refusal.getByText('empty.pdf is empty');
  await user.click(refusal.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(seen).toEqual([]);
});

test('a deleted document leaves the focus in the list', async () => {
  const stored = [documentOf('fax.pdf'), documentOf('order.pdf')];
  const { user } = await documents(stored, [
    ok({ ReferralDocuments: [documentOf('fax.pdf')], PurgeAt: '2026-12-26T10:00:00Z' }),
  ]);
  stored.shift();
  await user.click(screen.getByRole('button', { name: 'Delete fax.pdf' }));
  await waitFor(() => expect(isListed('fax.pdf')).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Documents' }));
});
