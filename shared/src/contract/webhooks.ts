import * as z from 'zod';
import { NewWebhook, MAX_WEBHOOKS, Webhook, WebhookDelivery } from '../domain/agency/webhook.ts';
import { asRead } from '../domain/records/as-read.ts';
import { del, get, patch, post, put } from './endpoint.ts';
import { Continuation, Id, edited, OneRecord } from '../domain/records/record-id.ts';

const managing = { access: 'webhooks.manage', scope: 'domain' } as const;
const Slice = z.object({ WebhooksInfo: z.array(Webhook) });

/** Notifies other systems of events by signed requests (standardwebhooks.com), which contain ids only. */
export const webhooksApi = {
  list: get('/webhooks/get', {
    ...managing,
    summary: 'The webhooks of the agency, each with its last delivery',
    topic: 'settings',
    output: z.object({
      WebhooksInfo: z.array(Webhook.extend({ LastDelivery: WebhookDelivery.nullable() })),
    }),
  }),
  create: put('/webhooks/create', {
    ...managing,
    summary: `Add a webhook, at most ${MAX_WEBHOOKS}; its secret is made with it and shown by another call`,
    mode: 'atomic',
    errors: ['not_configured'],
    body: asRead(NewWebhook, Webhook),
    answers: { webhook: 'WebhooksInfo' },
    output: Slice,
  }),
  update: patch('/webhooks/update', {
    ...managing,
    summary: 'Change address and events of a webhook, or switch it off or on',
    mode: 'atomic',
    body: asRead(NewWebhook.partial().extend({ ...edited, Active: z.boolean().optional() }), Webhook),
    answers: { webhook: 'WebhooksInfo' },
    output: Slice,
  }),
  remove: del('/webhooks/delete', {
    deletes: true,
    ...managing,
    summary: 'Delete a webhook; what waits for it is not sent any more',
    mode: 'atomic',
    bareAs: 'Id',
    body: asRead(z.strictObject(edited), Webhook),
    changesMore: true,
    answers: { webhook: 'WebhooksInfo' },
    output: Slice,
  }),
  rotateSecret: patch('/webhooks/rotatesecret', {
    ...managing,
    summary: 'Make another secret; for a day requests are signed with the former one as well',
    mode: 'atomic',
    errors: ['not_configured'],
    bareAs: 'Id',
    body: OneRecord,
    answers: { webhook: 'WebhooksInfo' },
    output: Slice,
  }),
  showSecret: post('/webhooks/showsecret', {
    ...managing,
    summary: 'The secret, to the person who made it and for ten minutes; never again after that',
    mode: 'read',
    errors: ['not_configured'],
    body: OneRecord,
    output: z.object({ Secret: z.string() }),
  }),
  deliveries: get('/webhooks/getdeliveries', {
    ...managing,
    summary: 'Every try to deliver of the last thirty days, newest first',
    topic: 'settings',
    query: z.strictObject({ id: Id, Continuation }),
    output: z.object({
      WebhookDeliveriesInfo: z.array(WebhookDelivery),
      Continuation: z.string().nullable(),
    }),
  }),
  sendAgain: patch('/webhooks/sendagain', {
    ...managing,
    summary: 'Deliver an event of the log again, under the same webhook-id',
    mode: 'atomic',
    bareAs: 'Id',
    body: OneRecord,
    output: z.object({ EventId: z.string() }),
  }),
  test: patch('/webhooks/sendtest', {
    ...managing,
    summary: 'Deliver a test event to one webhook',
    mode: 'atomic',
    bareAs: 'Id',
    body: OneRecord,
    output: z.object({ EventId: z.string() }),
  }),
} as const;
