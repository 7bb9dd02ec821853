import { Webhook, WebhookDelivery } from '@handoff/shared/domain/agency/webhook';
import * as z from 'zod';
import { referralKind } from './referral-records.ts';
import { declareRecord, inReferral, standalone } from '../declare-record.ts';
import { days, keptSeconds } from '../retention.ts';
import { select, type Test } from '../select.ts';

/** A webhook with its secrets, each sealed for its own field of this record. */
const StoredWebhook = Webhook.extend({
  Sealed: z.object({ Secret: z.string(), Former: z.string().optional() }),
  /** Until then requests are also signed with the former secret. */
  FormerUntil: z.string().nullable(),
  /** Id of the user who may see the secret while it is shown. */
  SecretBy: z.string(),
});
export type StoredWebhook = z.infer<typeof StoredWebhook>;

/** All webhooks of an agency are one record, so a write without listeners costs one read by id. */
export const webhooksKind = declareRecord({
  type: 'webhooks',
  schema: z.object({ Id: z.literal('webhooks'), Webhooks: z.array(StoredWebhook) }),
  holds: 'where events are sent, with secrets',
  levels: ['numbers', 'business'],
  partitions: ['agency'],
  retention: { kept: 'until deleted' },
  boundedBy: 'one',
  ...standalone,
  sealed: ['Webhooks'],
});
export const WEBHOOKS = 'webhooks';

const WaitingEvent = z.object({
  EventId: z.string(),
  WebhookId: z.string(),
  Event: WebhookDelivery.shape.Event,
  At: z.string(),
  Attempts: z.number().int(),
  NextAt: z.string(),
});
export type WaitingEvent = z.infer<typeof WaitingEvent>;

/** Deliveries that wait for one referral, in order; written in the batch of the change itself. */
export const webhookLineKind = declareRecord({
  type: 'webhook-line',
  schema: z.object({
    Id: z.string(),
    ReferralId: z.string().nullable(),
    /** When the first of them is due; `NEVER` when none waits. */
    dueAt: z.string(),
    Waiting: z.array(WaitingEvent),
    ttl: z.number().int().optional(),
  }),
  holds: 'what a webhook still waits for: ids',
  levels: ['business'],
  retention: {
    kept: `${days(keptSeconds.emptyLine)} after the last`,
    ttl: [keptSeconds.emptyLine],
    expires: 'once empty',
  },
  ...inReferral(referralKind, { atPurge: 'stays', atMerge: 'stays', counted: null }),
  boundedBy: 'time',
});
export type WebhookLine = z.infer<typeof webhookLineKind.schema>;

export const NEVER = '9999';

export const lineId = (of: { referralId: string } | { webhookId: string }) =>
  `webhook-line-${'referralId' in of ? of.referralId : of.webhookId}`;

/** Due when the first event of any webhook is; an empty line expires after some time. */
export function lineWith(line: Pick<WebhookLine, 'Id' | 'ReferralId'>, Waiting: WaitingEvent[]): WebhookLine {
  const firsts = [...Map.groupBy(Waiting, ({ WebhookId }) => WebhookId).values()].map(([first]) => first);
  const [dueAt = NEVER] = firsts.flatMap((first) => first?.NextAt ?? []).toSorted();
  const { Id, ReferralId } = line;
  return { Id, ReferralId, Waiting, dueAt, ttl: Waiting.length === 0 ? keptSeconds.emptyLine : undefined };
}

export const linesDue = (dueAt: Test<string>) => select(webhookLineKind, { where: { dueAt } });

export const deliveryKind = declareRecord({
  type: 'webhook-delivery',
  schema: WebhookDelivery,
  holds: 'what was sent, when, and the status of the answer',
  levels: ['business'],
  partitions: ['agency'],
  retention: { kept: days(keptSeconds.delivery), ttl: [keptSeconds.delivery] },
  boundedBy: 'time',
  ...standalone,
});
/** Newest first. */
export const deliveriesOf = (WebhookId: string) =>
  select(deliveryKind, { where: { WebhookId }, order: ['type ASC', 'WebhookId ASC', 'At DESC'] });
