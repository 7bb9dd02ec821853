import { api } from '@handoff/shared/contract/api';
import type { TestApi } from '../api.ts';
import { party } from './example-records.ts';

/** No one listens at this address, so a delivery fails at once. */
const webhookDraft = { Url: 'http://127.0.0.1:9/events', Events: ['referral.created' as const] };
const webhook = (handoff: TestApi) => party(handoff, api.webhooks.create, webhookDraft);
const named = async (handoff: TestApi) => ({ body: { Id: (await webhook(handoff)).Id } });

/** Returns the id of the delivery of a test event that failed. */
async function deliveryId(handoff: TestApi): Promise<string> {
  const { Id } = await webhook(handoff);
  (await handoff.call(api.webhooks.test, { body: { Id } }, { as: 'mia' })).ok();
  await handoff.app.jobs.webhooks.run();
  const query = { id: Id };
  const log = (await handoff.call(api.webhooks.deliveries, { query }, { as: 'mia' })).ok();
  return log.WebhookDeliveriesInfo[0]?.Id ?? '';
}

export const webhookExamples = {
  list: { as: 'mia', input: () => ({}) },
  create: { as: 'mia', input: () => ({ body: webhookDraft }) },
  update: {
    as: 'mia',
    input: async (handoff: TestApi) => ({ body: { ...(await webhook(handoff)), Active: false } }),
  },
  remove: { as: 'mia', input: named },
  rotateSecret: { as: 'mia', input: named },
  showSecret: { as: 'mia', input: named },
  deliveries: {
    as: 'mia',
    input: async (handoff: TestApi) => ({ query: { id: (await webhook(handoff)).Id } }),
  },
  sendAgain: {
    as: 'mia',
    input: async (handoff: TestApi) => ({ body: { Id: await deliveryId(handoff) } }),
  },
  test: { as: 'mia', input: named },
} as const;
