import * as z from 'zod';
import { whenWrong } from '../records/text.ts';
import { keptFields } from './kept-record.ts';

/** The events of which other systems are notified: with ids and the status of an order, never with patient data. */
export const webhookEvents = ['referral.created', 'referral.decided', 'eligibility.changed'] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const MAX_WEBHOOKS = 10;

const Url = z
  .url({ protocol: /^https?$/, ...whenWrong('Enter an address that begins with https://') })
  .max(500)
  .refine((text) => {
    const url = URL.parse(text);
    return !url || url.username + url.password + url.hash === '';
  }, 'Leave out user names, passwords and the part after #');

export const NewWebhook = z.strictObject({
  Url,
  Events: z.array(WebhookEvent).min(1, 'Choose at least one event').max(webhookEvents.length),
});

export const WebhookDelivery = z.object({
  Id: z.string(),
  WebhookId: z.string(),
  /** The `webhook-id` header: the same for each attempt, so that a receiver can recognize a repeat. */
  EventId: z.string(),
  Event: z.enum([...webhookEvents, 'test']),
  /** Null for a test. */
  ReferralId: z.string().nullable(),
  At: z.string(),
  Attempt: z.number().int(),
  /** Null without an answer. */
  Status: z.number().int().nullable(),
  /** Says why the delivery failed; empty when it succeeded. */
  Failure: z.string(),
  DurationMs: z.number().int(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const Webhook = z.object({
  ...NewWebhook.shape,
  ...keptFields,
  Active: z.boolean(),
  /** When the product switched it off after days of failures. */
  DisabledAt: z.string().nullable(),
  /** Until then, the person who made the secret can still see it. */
  SecretShownUntil: z.string(),
});
export type Webhook = z.infer<typeof Webhook>;
