import type { WriteContext } from '../core/context.ts';
import type { WebhookEvent } from '@handoff/shared/domain/agency/webhook';
import {
  lineId,
  lineWith,
  webhookLineKind,
  WEBHOOKS,
  webhooksKind,
  type WaitingEvent,
} from './kinds/webhook-records.ts';

/** For every webhook that listens. A restricted referral sends none: the system behind one is no named person. */
export async function queueWebhooks(
  { work, now }: WriteContext,
  { event: Event, referralId }: { event: WebhookEvent; referralId: string },
): Promise<void> {
  const known = await work.get(webhooksKind, WEBHOOKS);
  const listening = known?.Webhooks.filter(({ Active, Events }) => Active && Events.includes(Event)) ?? [];
  if (listening.length === 0 || (await work.viewersOf(referralId))) return;
  const At = now.toISOString();
  const EventId = work.newId('msg', Event);
  const added = listening.map(({ Id: WebhookId }): WaitingEvent => ({
    EventId,
    WebhookId,
    Event,
    At,
    Attempts: 0,
    NextAt: At,
  }));
  const Id = lineId({ referralId });
  const line = await work.get(webhookLineKind, Id);
  await work.put(
    webhookLineKind,
    lineWith({ Id, ReferralId: referralId }, [...(line?.Waiting ?? []), ...added]),
  );
}
