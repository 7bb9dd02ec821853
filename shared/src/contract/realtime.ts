import * as z from 'zod';
import { ImportProgress } from '../domain/address/import-progress.ts';
import { FileSubject } from '../domain/address/file-subject.ts';
import { Presence } from '../domain/referral/presence.ts';
import { defineEndpoint, topics } from './endpoint.ts';

/** A hint that something changed; a GET reads its current state. */
export const RealtimeMessage = z.object({
  topic: z.enum(topics),
  /** The record to read again: the referral, also for its notes and documents. */
  id: z.string(),
  by: z.string().optional(),
  /** The progress of an import, so that clients need not poll for it. */
  progress: z.object({ state: FileSubject, ...ImportProgress.shape }).optional(),
});
export type RealtimeMessage = z.infer<typeof RealtimeMessage>;

export const HUB = 'handoff';
/** Client methods of the hub: hints, after which clients read again, and presence, after which they do not. */
export const HUB_TARGET = 'message';
export const PRESENCE_TARGET = 'presence';
/** A connection is closed and made again after this long. */
export const CONNECTION_RENEWED_SECONDS = 12 * 3600;
export const ADMINISTRATORS_GROUP = 'administrators';
/** Has everyone else who may read which states have addresses. */
export const ADDRESSES_GROUP = 'addresses';
export const domainGroup = (businessDomainId: string) => `domain-${businessDomainId}`;
export const presenceGroup = (businessDomainId: string, referralId: string) =>
  `at-${businessDomainId}-${referralId}`;

export const realtimeApi = {
  negotiate: defineEndpoint({
    method: 'POST',
    path: '/negotiate',
    summary:
      'Where and with which token the browser connects for live messages; whoever waits for access hears of their own',
    access: 'signed-in',
    mode: 'exempt',
    scope: 'system',
    output: z.object({ url: z.string(), accessToken: z.string() }),
  }),
  presence: defineEndpoint({
    method: 'POST',
    path: '/referrals/presence',
    summary:
      'That the caller looks at a referral, edits a part of it, or has left: shown live to the others at it, kept nowhere',
    access: 'referrals.read',
    mode: 'exempt',
    scope: 'domain',
    body: z.strictObject(Presence.omit({ Person: true }).shape),
    /** False when the agency has no such referral. */
    output: z.object({ IsShown: z.boolean() }),
  }),
} as const;

export const systemApi = {
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
    isConstant: true,
    access: 'public',
    mode: 'exempt',
    scope: 'system',
    output: z.looseObject({ openapi: z.string() }),
  }),
} as const;
