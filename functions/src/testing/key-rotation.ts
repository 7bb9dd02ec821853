import { api } from '@handoff/shared/contract/api';
import { randomUUID } from 'node:crypto';
import { createFieldKeys, makeFieldSecrets } from '../platform/azure/keys/field-keys.ts';
import { exchangeFileName } from '../records/exchange-files.ts';
import type { DocumentStore } from '../platform/ports.ts';
import type { TestApi } from './api.ts';
import { checkDraft } from './examples/eligibility-examples.ts';
import { referralDraft } from './examples/drafts.ts';
import { HARBOR } from './people.ts';
import { storedIn } from './stored.ts';
import { fieldSecrets } from './test-store.ts';

const later = makeFieldSecrets();
const [data2, index2] = [later.data['v1'] ?? '', later.index['v1'] ?? ''];
const both = {
  current: 'v2',
  data: { ...fieldSecrets.data, v2: data2 },
  currentIndex: 'v2',
  index: { ...fieldSecrets.index, v2: index2 },
};
export const formerKeys = createFieldKeys(async () => fieldSecrets);
export const bothKeys = createFieldKeys(async () => both);
export const newKeys = createFieldKeys(async () => ({ ...both, data: { v2: data2 }, index: { v2: index2 } }));

export type App = Pick<TestApi, 'app' | 'call'>;
const ana = { as: 'ana' } as const;
const draft = referralDraft();
const patient = { ...draft.Patient, Ssn: '219-09-9999', Mbi: '1EG4-TE5-MK00' };
const payers = [{ Name: 'Medicare', Plan: '', MemberId: 'DEMO-123456' }];
export const typed = { ...draft, Patient: patient, Payers: payers };

/** Runs the renewal until it finds nothing more to do, as in later runs of the timer. */
export async function renewAllKeys(store: DocumentStore, { app }: App): Promise<void> {
  for (let runs = 0; runs < 10; runs += 1) {
    await app.jobs.keys.run();
    const progress = await store.app(`d:${HARBOR}`).read('key-renewal');
    if (typeof progress?.['DoneAt'] === 'string') return;
  }
  throw new Error('It does not come to an end');
}

export async function create(app: App, changes = {}) {
  const [made] = (await app.call(api.referrals.create, { body: { ...typed, ...changes } }, ana)).ok()
    .ReferralInfo;
  if (!made) throw new Error('no referral');
  return made;
}

/** Creates one record of every sealed kind, and a deleted referral. */
export async function everyKind(handoff: TestApi) {
  const { Id } = await create(handoff);
  const gone = await create(handoff, { Payers: [] });
  (await handoff.call(api.referrals.remove, { body: { Id: gone.Id } }, ana)).ok();
  const { CheckId } = (await handoff.call(api.medicareEligibility.check, { body: checkDraft() }, ana)).ok();
  const kept = { Id: randomUUID(), Form: 'new-referral' as const, Values: '{"Patient":"typed"}' };
  (await handoff.call(api.drafts.save, { body: kept }, ana)).ok();
  const webhook = { Url: 'http://127.0.0.1:9/events', Events: ['referral.created' as const] };
  const created = (await handoff.call(api.webhooks.create, { body: webhook }, { as: 'mia' })).ok();
  const [hook] = created.WebhooksInfo;
  return { Id, gone: gone.Id, CheckId, hook: hook?.Id ?? '', draft: kept };
}
type Made = Awaited<ReturnType<typeof everyKind>>;

/** Returns what people see of it through this instance. */
export async function seen(app: App, { Id, CheckId, hook }: Made) {
  const { openExchange, downloadExchange } = api.medicareEligibility;
  const reveal = { body: { Id, Reason: 'Billing or authorization' as const } };
  const numbers = (await app.call(api.referrals.revealNumbers, reveal, ana)).ok().PatientNumbersInfo;
  const drafts = (await app.call(api.drafts.mine, { query: { Form: 'new-referral' } }, ana)).ok().DraftInfo;
  const secret = await app.call(api.webhooks.showSecret, { body: { Id: hook } }, { as: 'mia' });
  await app.call(openExchange, { body: { Id: CheckId } }, { as: 'ada' });
  const texts = await Promise.all(
    (['270', '271'] as const).map(async (part) => {
      const answer = await app.call(downloadExchange, { query: { id: CheckId, part } }, { as: 'ada' });
      return answer.status === 200 ? answer.text : answer.status;
    }),
  );
  return { numbers, drafts, secret: secret.status === 200 && secret.ok(), texts };
}

/** Returns records and files that still name the former keys. */
export async function former(handoff: TestApi): Promise<string[]> {
  const documents = await storedIn(handoff.store, `d:${HARBOR}`);
  const records = documents.filter((document) => /"(?:enc|bix):v1:/.test(JSON.stringify(document)));
  return [...records.map(({ type }) => type), ...(await filesNot(handoff, 'enc:v2:'))].toSorted();
}

async function filesNot(handoff: TestApi, beginning: string): Promise<string[]> {
  const { blobs } = handoff.platform;
  const mine = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type === 'exchange');
  const names = mine.flatMap(({ CheckId }) =>
    (['270', '271'] as const).map((part) =>
      exchangeFileName({ domainId: HARBOR, checkId: String(CheckId), part }),
    ),
  );
  const files = await Promise.all(names.map((name) => blobs.read('payer-exchanges', name)));
  return files
    .map((file) => Buffer.from(file?.bytes ?? []).toString())
    .filter((text) => !text.startsWith(beginning))
    .map(() => 'file');
}
