import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { referral } from '../../../testing/examples/example-records.ts';
import { people } from '../../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

test('a note appears for a colleague, whose reading is recorded once', async () => {
  const { Id } = await referral(handoff);
  const body = { ReferralId: Id, ReferralNotes: [{ Text: 'Daughter is the contact.' }] };
  const written = await handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' });
  const [note] = written.ok().ReferralNotes;
  expect(note).toMatchObject({
    Text: 'Daughter is the contact.',
    CreatedBy: { FullName: 'Cal Clinician' },
    ReadBy: [],
  });
  expect(handoff.sent.map(({ message }) => message.topic)).toContain('notification');

  for (const as of ['ana', 'ana', 'mia', 'cal'] as const)
    await handoff.call(api.referrals.readNote, { body: { Id: note?.Id ?? '' } }, { as });
  const detail = await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'vic' });
  expect(detail.ok().ReferralInfo[0]?.NoteCount).toBe(1);
  expect(detail.ok().ReferralNotes[0]?.ReadBy.map((reader) => reader.FullName)).toEqual([
    'Ana Intake',
    'Mia Manager',
  ]);

  const bell = await handoff.call(
    api.users.notifications,
    { query: { id: `user-${people.ana.oid}` } },
    { as: 'ana' },
  );
  expect(bell.ok().UserNotificationsInfo).toMatchObject([{ Kind: 'note', SubjectId: Id, ReadAt: null }]);
  const others = await handoff.call(
    api.users.notifications,
    { query: { id: `user-${people.ana.oid}` } },
    { as: 'cal' },
  );
  expect(others.status).toBe(404);
});

test('only its writer edits a note', async () => {
  const { Id } = await referral(handoff);
  const body = { ReferralId: Id, ReferralNotes: [{ Text: 'Frist' }] };
  const [note] = (await handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' })).ok().ReferralNotes;
  const edit = { ReferralId: Id, ReferralNotes: [{ Id: note?.Id, Text: 'First' }] };
  expect((await handoff.call(api.referrals.updateNotes, { body: edit }, { as: 'ana' })).status).toBe(403);
  const edited = await handoff.call(api.referrals.updateNotes, { body: edit }, { as: 'cal' });
  expect(edited.ok().ReferralNotes[0]).toMatchObject({ Text: 'First', EditedAt: expect.any(String) });
});

test('a note is edited where it is, not through another referral', async () => {
  const [one, two] = [await referral(handoff), await referral(handoff)];
  const body = { ReferralId: one.Id, ReferralNotes: [{ Text: 'Frist' }] };
  const [note] = (await handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' })).ok().ReferralNotes;
  const edit = { ReferralId: two.Id, ReferralNotes: [{ Id: note?.Id, Text: 'First' }] };
  expect((await handoff.call(api.referrals.updateNotes, { body: edit }, { as: 'cal' })).status).toBe(404);
});

test('a note that seems to contain a full number is marked, and its history contains none', async () => {
  const { Id } = await referral(handoff);
  const write = async (note: { Text: string; Id?: string }) => {
    const body = { ReferralId: Id, ReferralNotes: [note] };
    const [written] = (await handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' })).ok()
      .ReferralNotes;
    return written;
  };
  const first = await write({ Text: 'SSN 219-09-9999, card 1eg4-te5-mk73.' });
  expect(first?.SuspectedNumbers).toEqual(['MBI', 'SSN']);
  const second = await write({ Id: first?.Id ?? '', Text: 'SSN ends in 9999.' });
  expect(second?.SuspectedNumbers).toEqual([]);
  const read = await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'ana' });
  expect(read.ok().ReferralNotes[0]?.SuspectedNumbers).toEqual([]);
  const { ReferralActivity } = (
    await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'mia' })
  ).ok();
  expect(ReferralActivity[0]?.changes).toEqual([
    { field: 'Text', old: 'SSN ***-**-9999, card ****-***-MK73.', new: 'SSN ends in 9999.' },
  ]);
});

test('its writer marks a note as priority and removes the mark, which the history shows', async () => {
  const { Id } = await referral(handoff);
  const send = (as: 'cal' | 'ana', note: { Text: string; Id?: string; Priority?: boolean }) => {
    const body = { ReferralId: Id, ReferralNotes: [note] };
    return handoff.call(api.referrals.updateNotes, { body }, { as });
  };
  const Text = 'Oxygen at home: call before the first visit.';
  const [written] = (await send('cal', { Text, Priority: true })).ok().ReferralNotes;
  expect(written).toMatchObject({ Priority: true });
  const note = { Id: written?.Id ?? '', Text };
  expect((await send('ana', { ...note, Priority: false })).status).toBe(403);

  const [reworded] = (await send('cal', { ...note, Text: `${Text} Ask for Rosa.` })).ok().ReferralNotes;
  expect(reworded).toMatchObject({ Priority: true, EditedAt: expect.any(String) });

  const [plain] = (await send('cal', { ...note, Text: `${Text} Ask for Rosa.`, Priority: false })).ok()
    .ReferralNotes;
  expect(plain?.Priority).toBe(false);
  expect(plain?.EditedAt).toBe(reworded?.EditedAt);
  const { ReferralActivity } = (
    await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'mia' })
  ).ok();
  expect(ReferralActivity[0]?.changes).toEqual([{ field: 'Priority', old: true, new: false }]);
  const again = await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'ana' });
  expect(again.ok().ReferralNotes).toMatchObject([{ Priority: false }]);
});

test('a note is internal until its writer shares it, and an edit by an older client does not change that', async () => {
  const { Id } = await referral(handoff);
  const send = async (as: 'cal' | 'ana', note: { Text: string; Id?: string; Shared?: boolean }) =>
    handoff.call(api.referrals.updateNotes, { body: { ReferralId: Id, ReferralNotes: [note] } }, { as });
  const Text = 'Daughter has the key.';
  const [written] = (await send('cal', { Text })).ok().ReferralNotes;
  expect(written).toMatchObject({ Shared: false });
  const note = { Id: written?.Id ?? '', Text };
  expect((await send('ana', { ...note, Shared: true })).status).toBe(403);
  const [shared] = (await send('cal', { ...note, Shared: true })).ok().ReferralNotes;
  expect(shared).toMatchObject({ Shared: true, EditedAt: null });
  const [reworded] = (await send('cal', { ...note, Text: `${Text} Ring twice.` })).ok().ReferralNotes;
  expect(reworded).toMatchObject({ Shared: true });
  const [internal] = (await send('cal', { ...note, Text: `${Text} Ring twice.`, Shared: false })).ok()
    .ReferralNotes;
  expect(internal).toMatchObject({ Shared: false });
  const { ReferralActivity } = (
    await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'mia' })
  ).ok();
  expect(ReferralActivity[0]?.changes).toEqual([{ field: 'Shared', old: true, new: false }]);
});

test('internal notes are in the packet only on request, and never in the other files', async () => {
  const { Id } = await referral(handoff);
  const shownNote = 'Daughter has the key. SSN 219-09-9999.';
  const ReferralNotes = [{ Text: 'Rude on the phone.' }, { Text: shownNote, Shared: true }];
  const body = { ReferralId: Id, ReferralNotes };
  (await handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' })).ok();
  const packet = async (query: { InternalNotes?: 'true' | 'false' }) =>
    (await handoff.call(api.referrals.packet, { query: { id: Id, ...query } }, { as: 'ana' })).ok();
  const shared = { ReferralNotes: [{ Text: shownNote }], NotesLeftOut: 1 };
  expect(await packet({})).toMatchObject(shared);
  expect(await packet({ InternalNotes: 'false' })).toMatchObject(shared);
  expect(await packet({ InternalNotes: 'true' })).toMatchObject({ ReferralNotes: [{}, {}], NotesLeftOut: 0 });

  const fhir = await handoff.call(api.referrals.fhir, { query: { id: Id } }, { as: 'ana' });
  const table = await handoff.call(api.referrals.exportFile, { body: {} }, { as: 'ana' });
  const whole = await handoff.call(
    api.referrals.fhirWithNumbers,
    { body: { Id, Reason: 'Billing or authorization' } },
    { as: 'mia' },
  );
  for (const { status, text } of [fhir, whole, table])
    expect([status, text.includes('Rude')]).toEqual([200, false]);
  expect(fhir.text).toContain('Daughter has the key. SSN ***-**-9999.');
  expect(whole.text).toContain(shownNote);
});

test('marks count among the notes that one call may change', async () => {
  const { Id } = await referral(handoff);
  const write = (ReferralNotes: { Text: string; Id?: string; Priority?: boolean }[]) =>
    handoff.call(api.referrals.updateNotes, { body: { ReferralId: Id, ReferralNotes } }, { as: 'cal' });
  const texts = Array.from({ length: 11 }, (_, n) => ({ Text: `Note ${n}` }));
  const notes = [
    ...(await write(texts.slice(0, 10))).ok().ReferralNotes,
    ...(await write(texts.slice(10))).ok().ReferralNotes,
  ].map(({ Id: id, Text }) => ({ Id: id, Text }));
  const marked = notes.map((note) => ({ ...note, Priority: true }));
  expect((await write(notes)).status).toBe(200);
  expect((await write(marked)).status).toBe(413);
  expect((await write(marked.slice(1))).status).toBe(200);
});

test('a call is a note with whom it was and how it went, which its writer corrects and the history shows', async () => {
  const { Id } = await referral(handoff);
  const send = (note: object, as: 'cal' | 'bo' = 'cal') =>
    handoff.call(
      api.referrals.updateNotes,
      { body: { ReferralId: Id, ReferralNotes: [{ Text: '', ...note }] } },
      { as },
    );
  expect((await send({})).error().fields).toEqual({ 'ReferralNotes.0.Text': 'Write the note first' });
  expect((await send({ Call: { With: ' ', Outcome: 'Reached' } })).error().fields).toEqual({
    'ReferralNotes.0.Call.With': 'Write whom the call was with',
  });
  const Call = { With: 'Olive Orderdemo, SSN 219-09-9999', Outcome: 'No answer' as const };
  const [written] = (await send({ Call, Shared: true })).ok().ReferralNotes;
  expect(written).toMatchObject({ Call, Text: '', SuspectedNumbers: ['SSN'], ReadBy: [] });
  const bell = { query: { id: `user-${people.ana.oid}` } };
  const { UserNotificationsInfo } = (await handoff.call(api.users.notifications, bell, { as: 'ana' })).ok();
  expect(UserNotificationsInfo[0]?.Text).toBe('Cal Clinician logged a call on your referral');

  const note = { Id: written?.Id ?? '', Text: 'She signs today.' };
  expect((await send({ ...note, Call }, 'bo')).status).toBe(403);
  const corrected = { With: 'Olive Orderdemo', Outcome: 'Reached' as const };
  (await send({ ...note, Call: corrected })).ok();
  const [kept] = (await send({ ...note, Priority: true })).ok().ReferralNotes;
  expect(kept).toMatchObject({
    Call: corrected,
    Text: 'She signs today.',
    Priority: true,
    SuspectedNumbers: [],
  });
  const { ReferralActivity } = (
    await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'mia' })
  ).ok();
  expect(
    ReferralActivity.flatMap(({ changes }) => changes).filter(({ field }) => field.startsWith('Call')),
  ).toEqual([
    { field: 'Call.With', old: 'Olive Orderdemo, SSN ***-**-9999', new: 'Olive Orderdemo' },
    { field: 'Call.Outcome', old: 'No answer', new: 'Reached' },
    { field: 'Call.With', old: null, new: 'Olive Orderdemo, SSN ***-**-9999' },
    { field: 'Call.Outcome', old: null, new: 'No answer' },
  ]);
  const fhir = await handoff.call(api.referrals.fhir, { query: { id: Id } }, { as: 'ana' });
  expect(fhir.text).toContain('Call with Olive Orderdemo, reached. She signs today.');
});
