import { defineEndpoint } from '@handoff/shared/contract/endpoint';
import * as z from 'zod';

// Calls outside the product, one of each kind, for tests of the pipeline itself.

const Things = z.object({ Names: z.array(z.string()), Continuation: z.string().nullable().optional() });
const declared = { summary: 'Things', access: 'member', scope: 'domain' } as const;

export const things = {
  list: defineEndpoint({
    ...declared,
    method: 'GET',
    path: '/things',
    mode: 'read',
    withoutDomain: 'system',
    query: z.strictObject({ Text: z.string().optional(), Continuation: z.string().optional() }),
    output: Things,
  }),
  search: defineEndpoint({
    ...declared,
    method: 'POST',
    path: '/things/search',
    mode: 'read',
    output: Things,
  }),
  keep: defineEndpoint({
    ...declared,
    method: 'PUT',
    path: '/things/keep',
    mode: 'atomic',
    body: z.strictObject({ Name: z.string() }),
    output: z.object({ Id: z.string() }),
  }),
  act: defineEndpoint({
    ...declared,
    method: 'POST',
    path: '/things/act',
    mode: 'lease',
    body: z.strictObject({ Name: z.string() }),
    output: z.object({ Id: z.string() }),
  }),
  file: defineEndpoint({ ...declared, method: 'GET', path: '/things/file', mode: 'read', output: 'file' }),
  open: defineEndpoint({
    method: 'GET',
    path: '/things/open',
    summary: 'Open to everyone',
    access: 'public',
    scope: 'system',
    mode: 'exempt',
    isConstant: true,
    output: z.object({ made: z.number() }),
  }),
  reveal: defineEndpoint({
    ...declared,
    method: 'POST',
    path: '/things/reveal',
    access: 'patient-numbers.reveal',
    limits: ['reveals'],
    mode: 'read',
    output: Things,
  }),
  exported: defineEndpoint({
    ...declared,
    method: 'GET',
    path: '/things/export',
    mode: 'read',
    query: z.strictObject({ Text: z.string().optional() }),
    limits: ['exports'],
    audit: 'referrals.exported',
    auditedEachTime: true,
    output: Things,
  }),
  seen: defineEndpoint({
    ...declared,
    method: 'GET',
    path: '/things/seen',
    mode: 'read',
    audit: 'referral.viewed',
    output: Things,
  }),
  guess: defineEndpoint({
    ...declared,
    method: 'POST',
    path: '/things/guess',
    mode: 'read',
    limits: ['emergencySearches'],
    output: Things,
  }),
};
