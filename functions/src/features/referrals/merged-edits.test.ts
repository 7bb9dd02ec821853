import { api } from '@handoff/shared/contract/api';
import type { Randomness } from '@handoff/local/seed/randomness';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { expect, test } from 'vitest';
import { freshApi } from '../../testing/api.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { seeded } from '../../testing/faults/run-size.ts';

type Value = string | boolean | { Kind: 'Pending' | 'Accepted'; Comment: string };
type Fields = Record<string, Value>;

/** Fields that three people edit, each with its values and its place in an update. */
const editable: Record<string, { values: [Value, ...Value[]]; body: (value: Value) => object }> = {
  Summary: { values: ['a', 'b', 'c'], body: (ClinicalSummary) => ({ ClinicalSummary }) },
  Priority: { values: [true, false], body: (Priority) => ({ Priority }) },
  Interested: { values: [true, false], body: (Interested) => ({ Interested }) },
  LastName: { values: ['A', 'B', 'C'], body: (LastName) => ({ Patient: { LastName } }) },
  Contact: { values: ['1', '2', '3'], body: (ContactName) => ({ Source: { ContactName } }) },
  Decision: {
    values: [
      { Kind: 'Pending', Comment: 'later' },
      { Kind: 'Accepted', Comment: 'now' },
      { Kind: 'Accepted', Comment: 'soon' },
    ],
    body: (Decision) => ({ Decision }),
  },
};
const names = Object.keys(editable);
type Editor = 'mia' | 'ana' | 'bo';
const editors: [Editor, Editor, Editor] = ['mia', 'ana', 'bo'];

const fieldsOf = (record: Referral): Fields => ({
  Summary: record.ClinicalSummary,
  Priority: record.Priority ?? false,
  Interested: record.Interested ?? false,
  LastName: record.Patient.LastName,
  Contact: record.Source.ContactName,
  Decision: {
    Kind: record.Decision.Kind === 'Accepted' ? 'Accepted' : 'Pending',
    Comment: record.Decision.Comment,
  },
});
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The record after each accepted edit, and which fields its versions have changed. */
function modelOf(first: Referral) {
  let record = fieldsOf(first);
  const history = [{ etag: first.Etag, changed: new Set<string>() }];
  const changedIn = (edits: Fields) =>
    Object.keys(edits).filter((name) => !isSame(edits[name], record[name]));
  return {
    newest: () => ({ etag: history.at(-1)?.etag ?? '', record }),
    /** True if the edit would replace what someone has changed since that version. */
    refuses(edits: Fields, basedOn: string): boolean {
      const since = history.slice(history.findIndex(({ etag }) => etag === basedOn) + 1);
      return changedIn(edits).some((name) => since.some(({ changed }) => changed.has(name)));
    },
    accept(edits: Fields, etag: string): void {
      const changed = new Set(changedIn(edits));
      record = { ...record, ...edits };
      if (changed.size > 0) history.push({ etag, changed });
    },
  };
}

/** One or two fields with other values than those on the person's screen. */
function drawEdits(random: Randomness, shown: Fields): Fields {
  const drawn = Array.from({ length: random.between(1, 2) }, () => {
    const name = names[random.between(0, names.length - 1)] ?? '';
    return [name, random.pick(editable[name]?.values ?? [''])] as const;
  });
  return Object.fromEntries(drawn.filter(([name, value]) => !isSame(value, shown[name])));
}

const bodyOf = (edits: Fields): object =>
  Object.assign({}, ...Object.entries(edits).map(([name, value]) => editable[name]?.body(value)));

test('drawn edits of three people end as if each had been merged after the other', async () => {
  const random = seeded('merged edits');
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  const update = (as: Editor, body: object) =>
    handoff.call(api.referrals.update, { body: { Id, ...body } }, { as });
  const [first] = (await update('mia', { Decision: { Kind: 'Pending', Comment: 'later' } })).ok()
    .ReferralInfo;
  if (!first) throw new Error('The referral is missing');
  const model = modelOf(first);
  const seen = new Map(editors.map((as) => [as, model.newest()]));
  const outcomes = { refused: 0, merged: 0 };

  for (let step = 0; step < 80; step += 1) {
    const as = random.pick<Editor>(editors);
    const newest = model.newest();
    const on = random.chance(0.25) ? newest : (seen.get(as) ?? newest);
    const edits = drawEdits(random, on.record);
    if (Object.keys(edits).length === 0) continue;
    const refuses = model.refuses(edits, on.etag);
    // oxlint-disable-next-line no-await-in-loop -- one edit after the other
    const answer = await update(as, { ...bodyOf(edits), Etag: on.etag });
    expect(answer.status, `step ${step}: ${as} ${JSON.stringify(edits)}`).toBe(refuses ? 409 : 200);
    outcomes[refuses ? 'refused' : 'merged'] += on.etag === newest.etag ? 0 : 1;
    const [saved] = refuses ? [] : answer.ok().ReferralInfo;
    if (saved) model.accept(edits, saved.Etag);
    expect(saved ? fieldsOf(saved) : model.newest().record).toEqual(model.newest().record);
    seen.set(as, model.newest());
  }
  // The draws reach both ends.
  expect(Math.min(outcomes.refused, outcomes.merged)).toBeGreaterThan(5);
});
