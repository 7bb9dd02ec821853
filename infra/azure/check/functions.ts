import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asFields, textOf, type Fields, type Value } from './values.ts';

const TENANT = '4e8fd3a5-3d0c-4ee5-9d5e-5f1c2a7b9e10';
const DEPLOYER = '0a000001-0000-4000-8000-000000000001';

/** The functions of Bicep that our templates call; what depends on Azure has a made-up value of the right form. */
const functions: Record<string, (...given: Value[]) => Value> = {
  empty: (value) => value === undefined || value === null || Object.keys(Object(value)).length === 0,
  concat: (...lists) => lists.flat(),
  union: (...objects) => objects.reduce<Fields>((all, one) => ({ ...all, ...asFields(one) }), {}),
  guid: (...parts) => hashed(parts).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
  uniqueString: (...parts) => hashed(parts).slice(0, 13),
  subscription: () => ({ id: '/subscriptions/00000000-0000-0000-0000-000000000000' }),
  subscriptionResourceId: (type, name) => `/subscriptions/0/providers/${textOf(type)}/${textOf(name)}`,
  tenant: () => ({ tenantId: TENANT }),
  deployer: () => ({ objectId: DEPLOYER }),
  utcNow: () => '2026-11-01',
  'az.environment': () => ({
    authentication: { loginEndpoint: 'https://login.microsoftonline.com/' },
    suffixes: { storage: 'core.windows.net' },
  }),
  loadJsonContent: (file): Value =>
    JSON.parse(readFileSync(path.join('infra/azure/modules', textOf(file)), 'utf8')),
};

export function callFunction(name: string, given: Value[]): Value {
  const known = functions[name];
  if (!known) throw new Error(`${name}() is not evaluated`);
  return known(...given);
}

const hashed = (parts: Value[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
