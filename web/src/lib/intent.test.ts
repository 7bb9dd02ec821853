import { expect, test } from 'vitest';
import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { CallError } from './call-error.ts';
import { createIntentKeeper } from './intent.ts';

type Check = typeof api.medicareEligibility.check;

test('a corrected question goes out by itself when the payer did not answer the first one', async () => {
  const keeper = createIntentKeeper<Check>();
  const sent: [key: string, lastName: boolean][] = [];
  const ask = (LastName: string) =>
    keeper.run(
      { body: { FirstName: 'Ana', LastName, DateOfBirth: '1948-03-12', Mbi: '', Category: 'Other' } },
      {
        endpoint: api.medicareEligibility.check,
        domain: 'domain-a',
        send: (request, { key }): Promise<Output<Check>> => {
          sent.push([key, JSON.stringify(request.body).includes('Two')]);
          return Promise.reject(new CallError('Not enrolled', { status: 502, code: 'bad_gateway' }));
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
