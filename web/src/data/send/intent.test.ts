import { describe, expect, test } from 'vitest';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { referralNotesApi } from '@handoff/shared/contract/referrals/referral-notes';
import { CallError, NO_RESPONSE } from './call-error.ts';
import { type OpenIntents, sendOnce } from './outbox.ts';
import { type Reply, talkTo } from '../../testing/talk-to.ts';

type Check = typeof medicareEligibilityApi.check;

test('a corrected question goes out by itself when the payer did not answer the first one', async () => {
  const open: OpenIntents = new Map();
  const sent: [key: string | undefined, lastName: boolean][] = [];
  const ask = (LastName: string) =>
    sendOnce<Check>(
      { body: { FirstName: 'Ana', LastName, DateOfBirth: '1948-03-12', Mbi: '', Category: 'Other' } },
      {
        open,
        lane: 'check',
        endpoint: medicareEligibilityApi.check,
        domain: 'domain-a',
        how: {},
        client: {
          send(request, { key }) {
            sent.push([key, JSON.stringify(request.body).includes('Two')]);
            return Promise.reject(new CallError('Not enrolled', { status: 502, code: 'bad_gateway' }));
          },
        },
      },
    );
  for (const name of ['One', 'One', 'Two'])
    // oxlint-disable-next-line no-await-in-loop -- one click after the other
    await expect(ask(name)).rejects.toThrow('Not enrolled');

  const [first, again, corrected] = sent;
  expect(again).toEqual(first);
  expect(sent).toHaveLength(3);
  expect(corrected?.[1]).toBe(true);
  expect(corrected?.[0]).not.toBe(first?.[0]);
});

const refused = (code: string, ErrorMessage: string) => ({ ErrorMessage, code, requestId: 'r-1' });
const note = (Text: string) => ({ body: { ReferralId: 'r', ReferralNotes: [{ Text }] } });

async function button(replies: Reply[]) {
  const { client, seen } = await talkTo(replies);
  const open: OpenIntents = new Map();
  const press = (Text: string, afterLostAnswer?: () => undefined, signal?: AbortSignal) =>
    sendOnce(note(Text), {
      open,
      lane: 'r',
      endpoint: referralNotesApi.updateNotes,
      domain: 'domain-a',
      client,
      how: signal ? { signal } : {},
      afterLostAnswer,
    });
  const sent = () => seen.map(({ headers, body }) => [headers['idempotency-key'], body.includes('two')]);
  return { press, sent };
}

describe('an intent', () => {
  const saved = { status: 200, body: { ReferralNotes: [] } };
  const lost: Reply[] = ['hang up', 'hang up', 'hang up', 'hang up', 'hang up'];

  test('that was called off is not sent again before another one', async () => {
    const { press, sent } = await button([{ status: 500, body: refused('internal', 'Oops') }, saved]);
    await expect(press('one', undefined, AbortSignal.abort())).rejects.toThrow('Cancelled');
    await expect(press('two')).rejects.toThrow('Oops');
    expect(sent().map(([, isSecond]) => isSecond)).toEqual([true]);
  });

  test('gets a new key after a success and after a refusal', async () => {
    const no = { status: 400, body: refused('invalid_request', 'No') };
    const { press, sent } = await button([saved, no, saved]);
    await press('one');
    await expect(press('one')).rejects.toThrow('No');
    await press('one');
    expect(new Set(sent().map(([key]) => key)).size).toBe(3);
  });

  test('keeps its key while its outcome is unknown', async () => {
    const { press, sent } = await button([{ status: 500, body: refused('internal', 'Oops') }, saved]);
    await expect(press('one')).rejects.toThrow('Oops');
    await press('one');
    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  test('is settled as it was before a changed one is sent under a new key', async () => {
    const { press, sent } = await button([{ status: 500, body: refused('internal', 'Oops') }, saved]);
    await expect(press('one')).rejects.toThrow('Oops');
    await press('two');
    const [first, again, changed] = sent();
    expect(again).toEqual(first);
    expect(changed?.[1]).toBe(true);
    expect(changed?.[0]).not.toBe(first?.[0]);
  });

  test('that turns out to be saved is not made a second time where that would make a twin', async () => {
    const { press, sent } = await button([{ status: 500, body: refused('internal', 'Oops') }, saved]);
    await expect(press('one')).rejects.toThrow('Oops');
    await press('two', () => undefined);
    expect(sent().map(([, isChanged]) => isChanged)).toEqual([false, false]);
  });

  test('reports an answer that stays lost and is not overtaken', async () => {
    const { press, sent } = await button([...lost, { status: 500, body: refused('internal', 'Oops') }]);
    await expect(press('one')).rejects.toThrow(NO_RESPONSE);
    await expect(press('two')).rejects.toThrow('Oops');
    expect(sent().some(([, isChanged]) => isChanged)).toBe(false);
  });
});
