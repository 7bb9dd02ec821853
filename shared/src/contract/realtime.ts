import * as z from 'zod';
import { ImportProgress } from '../domain/address/state-file-import.ts';
import { AddressState } from '../domain/address/us-state.ts';
import { defineEndpoint, topics } from './endpoint.ts';

/** A hint that something moved; what it is now is read by GET. */
export const RealtimeMessage = z.object({
  topic: z.enum(topics),
  /** The record whose readers should look again: the referral, also for its notes and documents. */
  id: z.string(),
  by: z.string().optional(),
  /** Of an import: how far it is, so that no one has to read for each step. */
  progress: z.object({ state: AddressState, ...ImportProgress.shape }).optional(),
});
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
    summary:
      'Where and with which token the browser connects for live messages; whoever waits for access hears of their own',
    access: 'signed-in',
    mode: 'exempt',
    scope: 'system',
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
    isConstant: true,
    access: 'public',
    mode: 'exempt',
    scope: 'system',
    output: z.looseObject({ openapi: z.string() }),
  }),
} as const;
