/** @module-tag long */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { api } from '@handoff/shared/contract/api';
import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import { proposedBusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { people } from '../demo-people.ts';
import { start, type FunctionsHost } from '../functions-host/host.ts';
import type { LogEntry } from '../functions-host/log.ts';
import { issueAccessToken } from '../identity/issue-access-token.ts';
import { apiClientId, clientId, root, tenantId } from '../installation.ts';
import { harbor } from '../demo-people.ts';
import { intakeForm } from '../seed/intake-forms.ts';
import { randomness } from '../seed/randomness.ts';
import { smallPdf } from '../seed/small-pdf.ts';
import { trust } from './certificate.ts';
import { startKeylessStand, type KeylessStand } from './stand.ts';
import { templateSettings } from './template-settings.ts';

let stand: KeylessStand;
let folder: string;
const logged: LogEntry[] = [];
let host: FunctionsHost;

/** Starts the packaged app with the settings of the templates; only addresses differ. */
beforeAll(async () => {
  const template = await templateSettings();
  stand = await startKeylessStand(template);
  trust(stand.certificate);
  folder = await mkdtemp(path.join(tmpdir(), 'keyless-'));
  const packed = path.join(folder, 'api');
  await promisify(execFile)(process.execPath, ['functions/package.ts', packed], { cwd: root });
  host = await start({
    entry: path.join(packed, 'index.cjs'),
    hostJson: path.join(packed, 'host.json'),
    port: 0,
    settings: { ...stand.settings, FIRST_ADMINISTRATOR_OID: people.ada.oid },
    log: (entry) => logged.push(entry),
  });
}, 60_000);
afterAll(async () => {
  await host.close();
  await stand.close();
  await rm(folder, { recursive: true, force: true });
});

interface Sent {
  as: 'ada' | 'ana';
  body?: unknown;
  query?: Record<string, string>;
  form?: FormData;
  domain?: string;
}

async function send(endpoint: Endpoint, { as, body, query, form, domain }: Sent): Promise<Response> {
  const token = await issueAccessToken({
    issuer: stand.issuer,
    tenantId,
    clientId,
    apiClientId,
    person: people[as],
  });
  const url = `${host.url}/api${endpoint.path}?${new URLSearchParams(query).toString()}`;
  const content = form ? new Response(form) : undefined;
  const payload = content ? Buffer.from(await content.arrayBuffer()) : JSON.stringify(body);
  return fetch(url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': content?.headers.get('content-type') ?? 'application/json',
      [IDEMPOTENCY_KEY]: randomUUID(),
      ...(domain && { [BUSINESS_DOMAIN]: domain }),
    },
    ...(endpoint.method === 'GET' ? {} : { body: payload }),
  });
}

async function call<E extends Endpoint>(endpoint: E, sent: Sent): Promise<Output<E>> {
  const answer = await send(endpoint, sent);
  const text = await answer.text();
  if (answer.status !== 200 || endpoint.output === 'file')
    throw new Error(`${endpoint.path} answered ${answer.status}: ${text}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the endpoint's own schema
  return z.parse(endpoint.output, JSON.parse(text)) as Output<E>;
}

const account = { FullName: '', Email: '', TenantId: '', LocalAccountId: '', FirstName: '', LastName: '' };
const formWith = (fields: Record<string, string>, file: File) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
};

/** Creates an agency, with Ana at its intake. */
async function firstDay(): Promise<string> {
  await call(api.users.check, { as: 'ada', body: account });
  const agency = {
    ...proposedBusinessDomain,
    Name: `Harbor ${randomUUID()}`,
    Address: { StreetAddress: '40 SAMPLE WHARF', City: 'NEW HAVEN', State: 'CT', ZipCode: '06510' },
    States: ['CT'],
    Npis: ['1999999984'],
  };
  await call(api.businessDomains.create, { as: 'ada', body: agency });
  const { BusinessDomainsInfo } = await call(api.businessDomains.list, { as: 'ada' });
  const domain = BusinessDomainsInfo.find(({ Name }) => Name === agency.Name)?.Id ?? '';
  const ana = {
    LocalAccountId: people.ana.oid,
    FullName: people.ana.name,
    Email: people.ana.email,
    SystemRole: 'User',
    RolesWithinAgencies: [{ BusinessDomainId: domain, RoleWithinAgency: 'Intake' }],
  };
  await call(api.users.create, { as: 'ada', body: ana });
  return domain;
}

test('a newcomer’s first day: sign in, a referral, a document, Medicare, an import', async () => {
  const domain = await firstDay();
  const form = intakeForm(harbor, randomness(1));
  const Patient = { ...form.Patient, Ssn: '219099999', Mbi: '1EG4TE5MK00' };
  const body = { ...form, Patient, ReceivedAt: new Date().toISOString() };
  const created = await call(api.referrals.create, { as: 'ana', domain, body });
  const [referral] = created.ReferralInfo;
  expect(referral?.Patient.Ssn).toMatch(/9999$/);

  const pdf = new File([smallPdf(['Order'])], 'order.pdf', { type: 'application/pdf' });
  const upload = formWith({ ReferralId: referral?.Id ?? '' }, pdf);
  const { ReferralDocuments } = await call(api.services.uploadFile, { as: 'ana', domain, form: upload });
  expect(ReferralDocuments[0]).toMatchObject({ name: 'order.pdf', Scan: { State: 'checking' } });
  await vi.waitFor(
    async () => {
      const query = { id: referral?.Id ?? '' };
      const found = await call(api.referrals.byId, { as: 'ana', domain, query });
      expect(found.ReferralDocuments).toMatchObject([{ name: 'order.pdf', Scan: { State: 'clean' } }]);
    },
    { timeout: 15_000, interval: 200 },
  );

  const check = await call(api.medicareEligibility.check, {
    as: 'ana',
    domain,
    body: {
      FirstName: Patient.FirstName,
      LastName: Patient.LastName,
      DateOfBirth: Patient.DateOfBirth,
      Mbi: Patient.Mbi,
      ReferralId: referral?.Id,
    },
  });
  expect(check).toMatchObject({ Provider: 'stedi', Label: null, Coverage: { PartB: { Status: 'active' } } });
  expect(stand.stedi.asked).toMatchObject([
    { provider: { npi: '1999999984' }, subscriber: { memberId: Patient.Mbi } },
  ]);

  const csv = 'NUMBER,STREET,CITY,COUNTY,STATE,ZIP\n40,SAMPLE WHARF,NEW HAVEN,NEW HAVEN,CT,06510\n';
  const states = formWith({ state: 'CT' }, new File([csv], 'ct.csv', { type: 'text/csv' }));
  const { ImportId } = await call(api.imports.upload, { as: 'ada', form: states });
  await deliverUpload(ImportId);
  await vi.waitFor(
    async () => {
      const { StateFileImports } = await call(api.imports.byId, { as: 'ada', query: { id: ImportId } });
      expect(StateFileImports[0]?.Progress.status).toBe('live');
    },
    { timeout: 15_000, interval: 200 },
  );
  await expectTraced({ without: [Patient.LastName, Patient.Mbi, referral?.Id ?? '', stand.stedi.apiKey] });
  expect(JSON.stringify(logged)).not.toContain(stand.stedi.apiKey);
});

/** Checks that Application Insights has each part of the day as a span in its trace, and nothing about the patient. */
async function expectTraced({ without }: { without: string[] }): Promise<void> {
  const { items, texts } = stand.insights;
  const names = () => new Set(items.map(({ data }) => data.baseData.name));
  const parts = [
    'PUT /referrals/create',
    'cosmos commit',
    'blob put',
    'push send',
    'payer ask',
    'vault wrap',
  ];
  await expect.poll(() => [...names()]).toEqual(expect.arrayContaining([...parts, 'import']));
  const request = items.find(({ data }) => data.baseData.name === 'PUT /referrals/create');
  expect(request?.tags['ai.operation.id']).toMatch(/^[0-9a-f]{32}$/);
  for (const secret of without) expect(texts.join()).not.toContain(secret);
}

/** Reports a blob twice like Event Grid, after its handshake. */
async function deliverUpload(importId: string): Promise<void> {
  const webhook = `${host.url}/runtime/webhooks/blobs?functionName=Host.Functions.importStateFile&code=${host.keys.blobs_extension}`;
  const post = (type: string, event: object) =>
    fetch(webhook, {
      method: 'POST',
      headers: { 'aeg-event-type': type },
      body: JSON.stringify([event]),
    });
  const handshake = {
    eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
    subject: '',
    data: { validationCode: 'prove it' },
  };
  const greeted = await post('SubscriptionValidation', handshake);
  expect(await greeted.json()).toEqual({ validationResponse: 'prove it' });
  const [blob] = await stand.blobsOf('state-files', importId);
  const event = {
    eventType: 'Microsoft.Storage.BlobCreated',
    subject: `/blobServices/default/containers/state-files/blobs/${blob?.name}`,
    data: { eTag: blob?.eTag },
  };
  for (const delivery of [1, 2])
    expect([delivery, (await post('Notification', event)).status]).toEqual([delivery, 202]);
}

test('while the identity is down every call that needs a service answers 503, and the log says why', async () => {
  const entry = path.join(folder, 'api/index.cjs');
  stand.identity.fail('identity down');
  onTestFinished(() => stand.identity.fail(undefined));
  const fresh = await start({
    entry,
    hostJson: path.join(folder, 'api/host.json'),
    port: 0,
    // Starts without its triggers, as a new instance that has no token yet.
    settings: { ...stand.settings, ...withoutQueues },
    timers: [],
    log: (line) => logged.push(line),
  });
  onTestFinished(() => fresh.close());
  const before = host;
  host = fresh;
  onTestFinished(() => void (host = before));
  const answer = await send(api.users.check, { as: 'ana', body: account });
  expect(answer.status).toBe(503);
  expect(z.object({ code: z.string() }).parse(await answer.json()).code).toBe('unavailable');
  expect(logged.find(({ message }) => message.includes('"dependency":"identity"'))).toMatchObject({
    level: 'warning',
  });
});

const withoutQueues = Object.fromEntries(
  ['importStateFile', 'recordScan'].map((name) => [`AzureWebJobs.${name}.Disabled`, 'true']),
);
