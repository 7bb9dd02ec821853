import { addMs, HOUR_MS } from '../../core/time.ts';
import type { JobCounts } from '@handoff/shared/contract/system-health';
import type { JobContext, JobPorts } from '../../core/context.ts';
import { domainGroup } from '@handoff/shared/contract/realtime';
import type { WebhookDelivery } from '@handoff/shared/domain/agency/webhook';
import { inAgenciesWith } from '../../writes/job-context.ts';
import { notifyManagers } from '../../writes/notify-person.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { sealedReferralKind } from '../../records/kinds/referral-records.ts';
import { orderTask } from '../../records/order-task.ts';
import { listAll } from '../../records/reader.ts';
import type { Operation, WebhookReply } from '../../platform/ports.ts';
import {
  deliveryKind,
  lineWith,
  WEBHOOKS,
  webhookLineKind,
  webhooksKind,
  type StoredWebhook,
  type WaitingEvent,
  linesDue,
} from '../../records/kinds/webhook-records.ts';
import { secretPlace, signedHeaders } from './sign-webhook.ts';
import { keptSeconds } from '../../records/retention.ts';
import { atMost } from '../../records/select.ts';
import { unversioned, updateDocument } from '../../writes/commit.ts';

export type WebhookJob = JobContext & Pick<JobPorts, 'webhooks' | 'records'>;

const SECOND_MS = 1000;
/** As Standard Webhooks proposes; after the last one, three days later, the webhook is switched off. */
const BACKOFF_MS = [
  5 * SECOND_MS,
  5 * 60 * SECOND_MS,
  HOUR_MS / 2,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** A run of the timer ends after this long; the next one waits for it. */
const RUN_MS = 60_000;
/** No other run takes a claimed line for this long, which is enough for `MAX_AT_ONCE` messages to each webhook. */
const CLAIM_MS = 90_000;
const MAX_AT_ONCE = 8;
const LINES_AT_ONCE = 5;

export async function deliverWebhooks(job: WebhookJob): Promise<JobCounts> {
  const { clock } = job;
  const until = clock.now().getTime() + RUN_MS;
  const counts = { eventsSent: 0, eventsFailed: 0 };
  const due = linesDue(atMost(clock.now().toISOString()));
  await inAgenciesWith(job, [due], {
    event: 'webhook-sweep-failed',
    async work({ Id }) {
      for (const { outcome } of await deliverInAgency(job, { domainId: Id, until })) {
        if (outcome === 'delivered') counts.eventsSent += 1;
        if (outcome === 'failed') counts.eventsFailed += 1;
      }
    },
  });
  return counts;
}

interface Run {
  domainId: string;
  webhooks: readonly StoredWebhook[];
  /** Webhooks that failed in this run: their other events wait for the next run. */
  failing: Set<string>;
}

async function deliverInAgency(
  job: WebhookJob,
  { domainId, until }: { domainId: string; until: number },
): Promise<Tried[]> {
  const { clock } = job;
  const find = job.find(domainId);
  const known = await find.get(webhooksKind, WEBHOOKS);
  if (!known) return [];
  const run: Run = { domainId, webhooks: known.Webhooks, failing: new Set() };
  const due = await listAll(find, linesDue(atMost(clock.now().toISOString())));
  const tried: Tried[] = [];
  for (let at = 0; at < due.length && clock.now().getTime() < until; at += LINES_AT_ONCE) {
    const lines = due.slice(at, at + LINES_AT_ONCE).map(({ Id }) => deliverLine(job, run, Id));
    tried.push(...(await Promise.all(lines)).flat());
  }
  return tried;
}

interface Tried {
  event: WaitingEvent;
  delivery: WebhookDelivery;
  outcome: 'delivered' | 'failed' | 'dropped';
}

/** Claims a line, sends its due events in order, and records the outcomes. */
async function deliverLine(job: WebhookJob, run: Run, id: string): Promise<Tried[]> {
  const { clock } = job;
  const partition = job.records(run.domainId);
  const now = clock.now();
  const claimed = await updateDocument(job, partition, id, (stored) => {
    const line = webhookLineKind.schema.safeParse(stored).data;
    const isDue = stored && line && line.dueAt <= now.toISOString();
    return isDue ? { ...unversioned(stored), dueAt: addMs(now, CLAIM_MS).toISOString() } : undefined;
  });
  if (!claimed) return [];
  const line = webhookLineKind.schema.parse(claimed.operations[0]?.document);

  const each = [...Map.groupBy(line.Waiting, ({ WebhookId }) => WebhookId).entries()];
  const tried = await Promise.all(
    each.map(([webhookId, waiting]) => sendInOrder(job, run, { webhookId, waiting, line })),
  );
  await settle(job, run, { id, tried: tried.flat() });
  const exhausted = tried.flat().filter(isExhausted);
  for (const webhookId of new Set(exhausted.map(({ event }) => event.WebhookId)))
    await switchOff(job, { domainId: run.domainId, webhookId });
  return tried.flat();
}

const isExhausted = ({ event, outcome }: Tried) =>
  outcome === 'failed' && event.Attempts >= BACKOFF_MS.length && event.Event !== 'test';

interface Waiting {
  webhookId: string;
  waiting: WaitingEvent[];
  line: { ReferralId: string | null };
}

/** Keeps the order: the first failure holds up the events behind it. */
async function sendInOrder(job: WebhookJob, run: Run, { webhookId, waiting, line }: Waiting) {
  const webhook = run.webhooks.find(({ Id, Active }) => Id === webhookId && Active);
  const tried: Tried[] = [];
  for (const event of waiting.slice(0, MAX_AT_ONCE)) {
    const isDue = event.NextAt <= job.clock.now().toISOString();
    if (webhook && (!isDue || run.failing.has(webhookId))) break;
    // Each event waits for the one before it.
    // oxlint-disable-next-line no-await-in-loop
    const last = await tryOnce(job, run, { webhook, event, line });
    tried.push(last);
    if (last.outcome === 'failed') run.failing.add(webhookId);
  }
  return tried;
}

async function tryOnce(job: WebhookJob, run: Run, sending: Sending): Promise<Tried> {
  const { clock, random } = job;
  const { webhook, event, line } = sending;
  const at = clock.now();
  const reply = webhook && (await send(job, run, { webhook, event, line }));
  const Failure = failureText(reply);
  const delivery = {
    Id: `delivery-${random.uuid().replaceAll('-', '')}`,
    WebhookId: event.WebhookId,
    EventId: event.EventId,
    Event: event.Event,
    ReferralId: line.ReferralId,
    At: at.toISOString(),
    Attempt: event.Attempts + 1,
    Status: reply && 'status' in reply ? reply.status : null,
    Failure,
    DurationMs: clock.now().getTime() - at.getTime(),
  };
  if (!reply) return { event, delivery, outcome: 'dropped' };
  return { event, delivery, outcome: Failure === '' ? 'delivered' : 'failed' };
}

interface Sending {
  /** Undefined when it is off or deleted. */
  webhook: StoredWebhook | undefined;
  event: WaitingEvent;
  line: Waiting['line'];
}

async function send(
  job: WebhookJob,
  { domainId }: Run,
  { webhook, event, line }: Sending & { webhook: StoredWebhook },
): Promise<WebhookReply> {
  const { fieldKeys, webhooks: sender, clock } = job;
  const at = clock.now();
  const place = secretPlace(domainId, webhook.Id);
  const { Secret, Former } = webhook.Sealed;
  const isFormerGood = Former !== undefined && at.toISOString() < (webhook.FormerUntil ?? '');
  const secrets = await Promise.all([
    fieldKeys.decrypt(Secret, place('Secret')),
    ...(isFormerGood ? [fieldKeys.decrypt(Former, place('Former'))] : []),
  ]);
  const data = {
    agencyId: domainId,
    ...(line.ReferralId !== null && { referralId: line.ReferralId }),
    ...(line.ReferralId !== null && (await orderStatus(job.find(domainId), line.ReferralId))),
  };
  const body = JSON.stringify({ type: event.Event, timestamp: event.At, data });
  return sender.post(webhook.Url, { headers: signedHeaders({ id: event.EventId, at, body, secrets }), body });
}

/** How the referral stands when it is sent, for the sender of its order; other referrals have no such status. */
async function orderStatus(find: Reader, referralId: string) {
  const referral = await find.get(sealedReferralKind, referralId);
  if (!referral?.Orders?.length || referral.Restriction) return {};
  return { task: orderTask(referral.Orders, { referral, lists: await find.get(listsKind, 'lists') }) };
}

function failureText(reply: WebhookReply | undefined): string {
  if (!reply) return 'Not sent: the webhook is off or deleted';
  if ('status' in reply)
    return reply.status >= 200 && reply.status < 300 ? '' : `The receiver answered ${reply.status}`;
  return failures[reply.failure];
}

const failures = {
  notPublic: 'The address is not a public one',
  timeout: 'No answer within ten seconds',
  unreachable: 'The receiver was not reached',
} as const;

/**
 * Reads the line again, because events may have joined it, and drops the ones that are done; logs each attempt. Throws if the
 * store stays busy: the claim then ends, and the events are sent again.
 */
async function settle(
  job: WebhookJob,
  { domainId }: Run,
  { id, tried }: { id: string; tried: Tried[] },
): Promise<void> {
  const partition = job.records(domainId);
  const outcomes = new Map(tried.map((each) => [waitingKey(each.event), each.outcome]));
  const now = job.clock.now();
  const log = tried.map(({ delivery }): Operation => ({
    op: 'upsert',
    document: {
      ...delivery,
      id: delivery.Id,
      type: deliveryKind.type,
      DeletedAt: null,
      ttl: keptSeconds.delivery,
    },
  }));
  await updateDocument(job, partition, id, (stored) => {
    if (!stored) return undefined;
    const line = webhookLineKind.schema.parse(stored);
    const Waiting = line.Waiting.flatMap((event) => {
      const outcome = outcomes.get(waitingKey(event));
      if (outcome === 'delivered' || outcome === 'dropped') return [];
      if (outcome !== 'failed') return event;
      const wait = BACKOFF_MS[event.Attempts];
      // A test is not retried, because a person watches it; any other event switches the webhook off when it fails for
      // the last time.
      if (event.Event === 'test') return [];
      const NextAt = addMs(now, (wait ?? 0) * (0.9 + job.random.fraction() / 5)).toISOString();
      return { ...event, Attempts: event.Attempts + 1, NextAt };
    });
    const { ttl, ...left } = lineWith(line, Waiting);
    const { ttl: _former, ...kept } = unversioned(stored);
    const document = { ...kept, ...left, id, type: webhookLineKind.type, ...(ttl !== undefined && { ttl }) };
    return { document, besides: log };
  });
}

const waitingKey = ({ EventId, WebhookId }: WaitingEvent) => `${EventId} ${WebhookId}`;
/** After days of failures, waiting events are dropped and the managers are notified. */
async function switchOff(
  job: WebhookJob,
  { domainId, webhookId }: { domainId: string; webhookId: string },
): Promise<void> {
  const day = job.clock.now().toISOString().slice(0, 10);
  const write = { job: 'webhooks', domainId, as: 'Webhook delivery', work: [webhookId, 'off', day] };
  await job.atomic(write, async (context) => {
    const { work, now } = context;
    const known = await work.get(webhooksKind, WEBHOOKS);
    const webhook = known?.Webhooks.find(({ Id }) => Id === webhookId);
    if (!known || !webhook?.Active) return;
    const off = { ...webhook, Active: false, DisabledAt: now.toISOString(), Etag: work.etag };
    const Webhooks = known.Webhooks.map((each) => (each.Id === webhookId ? off : each));
    work.replace(webhooksKind, known, { ...known, Webhooks });
    work.audit({
      action: 'webhook.switched-off',
      subject: webhookId,
      changes: [{ field: 'Active', old: true, new: false }],
    });
    const text = `The webhook to ${new URL(webhook.Url).host} failed for days and was switched off`;
    await notifyManagers(context, { kind: 'webhook', subject: webhookId, text });
    work.notify({ group: domainGroup(domainId) }, { topic: 'settings', id: WEBHOOKS });
  });
  job.log({ level: 'warn', event: 'webhook-switched-off', agency: domainId });
}
