import * as z from 'zod';
import { ImportProgress } from '../domain/address/state-file-import.ts';
import { AddressState } from '../domain/address/us-state.ts';
import { defineEndpoint } from './endpoint.ts';

/** Hints that something moved; what it is now is read by GET. */
export const RealtimeMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    kind: z.enum([
      'referral',
      'note',
      'document',
      'settings',
      'partner',
      'contractedPayer',
      'serviceArea',
      'insurance',
      'user',
    ]),
    /** The record whose readers should look again: the referral, also for its notes and documents. */
    id: z.string(),
    etag: z.string(),
    by: z.string(),
  }),
  z.object({
    type: z.literal('importProgress'),
    importId: z.string(),
    state: AddressState,
    ...ImportProgress.shape,
  }),
  z.object({ type: z.literal('notification'), userId: z.string() }),
]);
export type RealtimeMessage = z.infer<typeof RealtimeMessage>;

export const HUB = 'handoff';
/** The one client method of the hub. */
export const HUB_TARGET = 'message';
export const ADMINISTRATORS_GROUP = 'administrators';
export const domainGroup = (businessDomainId: string) => `domain-${businessDomainId}`;

export const realtime = {
  negotiate: defineEndpoint({
    method: 'POST',
    path: '/negotiate',
    summary: 'Where and with which token the browser connects for live messages',
    access: 'member',
    mode: 'exempt',
    scope: 'system',
    query: z.object({}),
    output: z.object({ url: z.string(), accessToken: z.string() }),
  }),
} as const;

export const system = {
  health: defineEndpoint({
    method: 'GET',
    path: '/health',
    summary: 'The API answers',
    access: 'public',
    mode: 'exempt',
    scope: 'system',
    output: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  openapi: defineEndpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    access: 'public',
    mode: 'exempt',
    scope: 'system',
    output: z.looseObject({ openapi: z.string() }),
  }),
} as const;
