/** @module-tag long */
import { readConfig } from '@handoff/functions/config';
import { openPlatform } from '@handoff/functions/open-platform';
import type { Platform } from '@handoff/functions/platform/ports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { queueService } from '../functions-host/storage.ts';
import { trust } from './certificate.ts';
import type { IdentityFault } from './managed-identity.ts';
import { startKeylessStand, type KeylessStand } from './stand.ts';
import { templateSettings } from './template-settings.ts';

let stand: KeylessStand;
beforeAll(async () => {
  stand = await startKeylessStand(await templateSettings());
  trust(stand.certificate);
}, 60_000);
afterAll(() => stand.close());

const place = { partition: 'd:1', type: 'referral', id: '1', field: 'Patient.Ssn' };
const create = [{ op: 'create' as const, document: { id: 'one', type: 'thing' } }];
const content = { bytes: new Uint8Array(3), type: 'application/pdf' };

/** Makes the calls of a new process, one to each service. */
const parts: Record<string, (platform: Platform) => Promise<unknown>> = {
  'cosmos, a read': ({ store }) => store.app('d:1').read('one'),
  'cosmos, a write': ({ store }) => store.app('d:1').commit(create),
  blobs: ({ blobs }) => blobs.putIfAbsent('documents', 'd1/one.pdf', content),
  queues: () => queueService(stand.settings, 'AzureWebJobsStorage').getQueueClient('scan-results').create(),
  'signalr, a message': ({ realtime }) => realtime.send({ user: 'ana' }, { topic: 'notification', id: '1' }),
  'signalr, a connection': ({ realtime }) => realtime.connection('ana'),
  'the vault, for patient numbers': ({ fieldKeys }) => fieldKeys.encrypt('219099999', place),
};

const open = () => openPlatform(readConfig(stand.settings), { version: 'test', writeLine: () => {} });
const requests = () => Object.values(stand.gates).reduce((sum, { seen }) => sum + seen.requests, 0);
const forwarded = () => Object.values(stand.gates).reduce((sum, { seen }) => sum + seen.forwarded, 0);

async function outcomes(fault: IdentityFault) {
  stand.identity.fail(fault);
  const before = { requests: requests(), forwarded: forwarded() };
  const all = Object.entries(parts).map(async ([part, call]) => [part, await errorOf(call(open()))] as const);
  const errors = Object.fromEntries(await Promise.all(all));
  stand.identity.fail(undefined);
  return { errors, sent: requests() - before.requests, done: forwarded() - before.forwarded };
}

const Failure = z.object({
  name: z.string(),
  dependency: z.string().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  statusCode: z.number().optional(),
});

async function errorOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => ({ name: 'it went through' }),
    (reason: unknown) => reason,
  );
  const { name, dependency, code, statusCode } = Failure.parse(error);
  return [name, dependency ?? statusCode ?? code].join(' ');
}

const refused = (status: 401 | 403) => ({
  'cosmos, a read': 'AccessRefused cosmos',
  'cosmos, a write': 'AccessRefused cosmos',
  blobs: 'AccessRefused blobs',
  queues: `RestError ${status}`,
  'signalr, a message': `RealtimeRefused ${status}`,
  'signalr, a connection': `RealtimeRefused ${status}`,
  // The keys are read from a blob before the vault is called.
  'the vault, for patient numbers': 'AccessRefused blobs',
});

/** A live message is given up after a second, also when the machine is what holds it up. */
const busyMachine = { retry: 3 };

describe('with the settings of the templates, over https and tokens', () => {
  test('every part works, and all requests go to the gates', async () => {
    const platform = open();
    for (const call of Object.values(parts)) await call(platform);
    const sealed = await platform.fieldKeys.encrypt('219099999', place);
    // Another process finds the keys of the first one.
    expect(await open().fieldKeys.decrypt(sealed, place)).toBe('219099999');
    expect(await open().store.app('d:1').read('one')).toMatchObject({ id: 'one' });
  });

  test.each(['wrong audience', 'expired token', 'wrong issuer', 'forged token'] as const)(
    '%s: each part is refused with 401 and nothing is done',
    busyMachine,
    async (fault) => {
      const { errors, done } = await outcomes(fault);
      expect(errors).toEqual(refused(401));
      expect(done).toBe(0);
    },
  );

  test('an identity without roles: each part is refused with 403 and nothing is done', async () => {
    const { errors, done } = await outcomes('identity without roles');
    expect(errors).toEqual(refused(403));
    expect(done).toBe(0);
  });

  test.each(['identity down', 'identity slow'] as const)('%s: nothing is sent to anyone', async (fault) => {
    const { errors, sent } = await outcomes(fault);
    expect(errors).toEqual({
      'cosmos, a read': 'StoreUnavailable identity',
      'cosmos, a write': 'StoreUnavailable identity',
      blobs: 'StoreUnavailable identity',
      queues: 'IdentityUnavailable IDENTITY_UNAVAILABLE',
      'signalr, a message': 'IdentityUnavailable IDENTITY_UNAVAILABLE',
      'signalr, a connection': 'IdentityUnavailable IDENTITY_UNAVAILABLE',
      'the vault, for patient numbers': 'StoreUnavailable identity',
    });
    expect(sent).toBe(0);
  });
});
