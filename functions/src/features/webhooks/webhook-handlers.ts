import { addMs } from '../../core/time.ts';
import type { WriteContext } from '../../core/context.ts';
import type { Api } from '@handoff/shared/contract/api';
import { MAX_WEBHOOKS, Webhook } from '@handoff/shared/domain/agency/webhook';
import { patched } from '../../records/conflicting-fields.ts';
import { editedBy } from '../../records/concurrency-check.ts';
import { fieldChanges } from '../../records/field-changes.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { AtomicHandler, Handlers, ReadHandler } from '../../http/handlers.ts';
import { announceChange, edit, remove, type EditableEntry } from '../../writes/edit.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import type { WebhookSender } from '../../platform/ports.ts';
import {
  deliveriesOf,
  deliveryKind,
  lineId,
  lineWith,
  WEBHOOKS,
  webhookLineKind,
  webhooksKind,
  type StoredWebhook,
  type WaitingEvent,
} from '../../records/kinds/webhook-records.ts';
import { newSecret, secretPlace } from './sign-webhook.ts';

type Calls = Api['webhooks'];
const SHOWN_MS = 10 * 60_000;
const FORMER_MS = 24 * 3_600_000;

export function webhookHandlers({
  allowsThisMachine,
}: Pick<WebhookSender, 'allowsThisMachine'>): Handlers<Api>['webhooks'] {
  function assertHttps(url: string): void {
    if (allowsThisMachine || url.startsWith('https:')) return;
    const fields = { Url: 'Enter an address that begins with https://' };
    throw new AppError('invalid_request', 'Webhooks are sent over https only.', { fields });
  }

  const create: AtomicHandler<Calls['create']> = async ({ body }, context) => {
    assertHttps(body.Url);
    const { work } = context;
    if ((await storedWebhooks(work)).length >= MAX_WEBHOOKS)
      throw new AppError('too_large', `An agency has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    const Id = work.newId('webhook');
    const made = {
      ...body,
      Id,
      Active: true,
      DisabledAt: null,
      FormerUntil: null,
      ...(await freshSecret(context, Id)),
      ...editedBy(context),
    };
    await webhooks.store(context, Id, made);
    announceWebhooks(context);
    work.audit({ action: 'webhook.created', subject: Id, changes: fieldChanges({}, audited(body)) });
    return { WebhooksInfo: [Webhook.parse(made)] };
  };

  const update: AtomicHandler<Calls['update']> = async ({ body }, context) => {
    const { Id: _id, Etag: _etag, ...patch } = body;
    if (patch.Url !== undefined) assertHttps(patch.Url);
    const after = await edit(context, webhooks, {
      action: 'webhook.updated',
      asked: body,
      change(before) {
        const merged = patched(before, patch);
        return { ...merged, ...(merged.Active && { DisabledAt: null }) };
      },
    });
    return { WebhooksInfo: [Webhook.parse(after)] };
  };

  return {
    list,
    create,
    update,
    remove: removeWebhook,
    rotateSecret,
    showSecret,
    deliveries,
    sendAgain,
    test,
  };
}

const list: ReadHandler<Calls['list']> = async (_input, { find }) => {
  const WebhooksInfo = (await storedWebhooks(find)).map(async (webhook) => {
    const [LastDelivery = null] = (await find.list(deliveriesOf(webhook.Id), { pageSize: 1 })).items;
    return { ...Webhook.parse(webhook), LastDelivery };
  });
  return { WebhooksInfo: await Promise.all(WebhooksInfo) };
};

const removeWebhook: AtomicHandler<Calls['remove']> = async ({ body }, context) => {
  const { record } = await remove(context, webhooks, {
    action: 'webhook.deleted',
    asked: body,
    changes: (gone) => fieldChanges(audited(gone), {}),
  });
  return { WebhooksInfo: [Webhook.parse(record)] };
};

const rotateSecret: AtomicHandler<Calls['rotateSecret']> = async ({ body }, context) => {
  const { work, now, fieldKeys, caller } = context;
  const before = await storedWebhook(context.work, body.Id);
  const place = secretPlace(caller.businessDomainId, before.Id);
  const former = await fieldKeys.decrypt(before.Sealed.Secret, place('Secret'));
  const fresh = await freshSecret(context, before.Id);
  const after = {
    ...before,
    ...fresh,
    Sealed: { ...fresh.Sealed, Former: await fieldKeys.encrypt(former, place('Former')) },
    FormerUntil: addMs(now, FORMER_MS).toISOString(),
    ...editedBy(context),
  };
  await webhooks.store(context, before.Id, after);
  announceWebhooks(context);
  work.audit({ action: 'webhook.secret-rotated', subject: before.Id });
  return { WebhooksInfo: [Webhook.parse(after)] };
};

/** A read, although it is a POST: the answer of a write would be stored for replays. */
const showSecret: ReadHandler<Calls['showSecret']> = async ({ body }, { find, caller, now, fieldKeys }) => {
  const webhook = await storedWebhook(find, body.Id);
  const isShown = webhook.SecretBy === caller.person.Id && now.toISOString() < webhook.SecretShownUntil;
  if (!isShown)
    throw new AppError('forbidden', 'This secret is no longer shown. Rotate it to get a new one.');
  const place = secretPlace(caller.businessDomainId, webhook.Id);
  return { Secret: await fieldKeys.decrypt(webhook.Sealed.Secret, place('Secret')) };
};

const deliveries: ReadHandler<Calls['deliveries']> = async ({ query }, { find }) => {
  const webhook = await storedWebhook(find, query.id);
  const page = await find.list(deliveriesOf(webhook.Id), { continuation: query.Continuation });
  return { WebhookDeliveriesInfo: page.items, Continuation: page.Continuation };
};

const sendAgain: AtomicHandler<Calls['sendAgain']> = async ({ body }, context) => {
  const delivery = await context.work.get(deliveryKind, body.Id);
  if (!delivery) throw notFound('This delivery');
  const { EventId, Event, WebhookId, ReferralId } = delivery;
  await queueOne(context, { EventId, Event, WebhookId, ReferralId });
  return { EventId };
};

const test: AtomicHandler<Calls['test']> = async ({ body }, context) => {
  const EventId = context.work.newId('msg');
  await queueOne(context, { EventId, Event: 'test', WebhookId: body.Id, ReferralId: null });
  return { EventId };
};

type One = Pick<WaitingEvent, 'EventId' | 'Event' | 'WebhookId'> & { ReferralId: string | null };

/** Adds the event behind those that wait about its referral; waiting ones are retried at once. */
async function queueOne(context: WriteContext, { ReferralId, ...event }: One): Promise<void> {
  const { work, now } = context;
  const webhook = await storedWebhook(context.work, event.WebhookId);
  if (!webhook.Active) throw new AppError('invalid_request', 'This webhook is off. Switch it on first.');
  const Id = lineId(ReferralId === null ? { webhookId: webhook.Id } : { referralId: ReferralId });
  const At = now.toISOString();
  const waiting = ((await work.get(webhookLineKind, Id))?.Waiting ?? []).map((each) =>
    each.WebhookId === webhook.Id ? { ...each, NextAt: At } : each,
  );
  const isWaiting = waiting.some(
    ({ EventId, WebhookId }) => EventId === event.EventId && WebhookId === webhook.Id,
  );
  const added = isWaiting ? [] : [{ ...event, At, Attempts: 0, NextAt: At }];
  await work.put(webhookLineKind, lineWith({ Id, ReferralId }, [...waiting, ...added]));
}

async function freshSecret({ fieldKeys, caller, now }: WriteContext, id: string) {
  const place = secretPlace(caller.businessDomainId, id);
  return {
    Sealed: { Secret: await fieldKeys.encrypt(newSecret(), place('Secret')) },
    SecretBy: caller.person.Id,
    SecretShownUntil: addMs(now, SHOWN_MS).toISOString(),
  };
}

const storedWebhooks = async (find: Reader): Promise<StoredWebhook[]> =>
  (await find.get(webhooksKind, WEBHOOKS))?.Webhooks ?? [];

async function storedWebhook(find: Reader, id: string): Promise<StoredWebhook> {
  const webhook = (await storedWebhooks(find)).find(({ Id }) => Id === id);
  if (!webhook) throw notFound('This webhook');
  return webhook;
}

const webhooks: EditableEntry<StoredWebhook> = {
  what: 'this webhook',
  announce: announceWebhooks,
  shown: (webhook) => Webhook.parse(webhook),
  audited,
  find: ({ work }, id) => storedWebhook(work, id),
  async store({ work }, id, webhook) {
    const all = await storedWebhooks(work);
    const at = all.findIndex(({ Id }) => Id === id);
    const Webhooks = all.toSpliced(at === -1 ? all.length : at, 1, ...(webhook ? [webhook] : []));
    await work.put(webhooksKind, { Id: WEBHOOKS, Webhooks });
  },
};

function announceWebhooks(context: WriteContext): void {
  announceChange(context, { topic: 'settings', id: WEBHOOKS });
}

function audited({
  Url,
  Events,
  Active = true,
}: Pick<StoredWebhook, 'Url' | 'Events'> & { Active?: boolean }) {
  return { Url, Events, Active };
}
