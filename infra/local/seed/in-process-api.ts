import { createHash } from 'node:crypto';
import type { App } from '@handoff/functions/app';
import type { ApiRequest } from '@handoff/functions/core/request';
import type { Tokens } from '@handoff/functions/platform/ports';
import { api as contract } from '@handoff/shared/contract/api';
import type { CallInput, Endpoint } from '@handoff/shared/contract/endpoint';
import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import { ErrorBody } from '@handoff/shared/contract/errors';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import * as z from 'zod';
import { demoAgencyNames, everyone, people, type PersonName } from '../demo-people.ts';
import { tenantId } from '../installation.ts';

interface Act {
  as: PersonName;
  /** Minutes before the first start. */
  minutesAgo: number;
  /** Identifies this act: an interrupted seeding continues where it was, without duplicates. */
  key: string;
  /** An agency of demo-people.ts. */
  domain?: string | undefined;
}

export interface SeedApi {
  startedAt: Date;
  app: App;
  /** Returns the product's id of an agency of demo-people.ts. */
  domainIdOf(agency: string): Promise<string>;
  /** Attaches a document, whose malware scan finishes before the next act. */
  attach(input: CallInput<typeof contract.services.uploadFile, File>, act: Act): Promise<void>;
  /** Gives a document the result of its malware scan, by the name of its file. */
  scan(blobName: string, act: Pick<Act, 'domain'>): Promise<void>;
  /** Returns the bytes of a file. */
  download<E extends Endpoint>(endpoint: E, input: CallInput<E, File>, act: Act): Promise<Uint8Array>;
  /** Returns the body of the answer; throws when it is an error. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E, File>, act: Act): Promise<unknown>;
}

/** The call answers 501. */
export class NotBuilt extends Error {}

interface SeedApiOptions {
  createApp: (now: () => Date) => App;
  startedAt: Date;
  /** Returns the malware scanner's event for a document, by the path of its file. */
  scan: (path: string) => Promise<unknown>;
}

/** Creates the API in this process, on a clock that is set to the time of each act. */
export function seedApi({ createApp, startedAt, scan }: SeedApiOptions): SeedApi {
  let offset = 0;
  const app = createApp(() => new Date(Date.now() - offset));
  let agencies: Promise<BusinessDomain[]> | undefined;
  const api: SeedApi = {
    startedAt,
    app,
    async domainIdOf(agency) {
      const { list } = contract.businessDomains;
      agencies ??= api
        .call(list, {}, { as: 'ada', minutesAgo: 0, key: 'all agencies' })
        .then((answer) => list.output.parse(answer).BusinessDomainsInfo);
      const found = (await agencies).find(({ Name }) => Name === demoAgencyNames[agency]);
      if (!found) throw new Error(`There is no agency ${agency}`);
      return found.Id;
    },
    async attach(input, act) {
      const { uploadFile } = contract.services;
      const answer = uploadFile.output.parse(await api.call(uploadFile, input, act));
      for (const { blobName } of answer.ReferralDocuments) await api.scan(blobName, act);
    },
    async scan(blobName, { domain = '' }) {
      await app.recordScan(await scan(`${await api.domainIdOf(domain)}/${blobName}`));
    },
    download: (endpoint, input, act) => send(endpoint, Sent.parse(input), act),
    call: async (endpoint, input, act) =>
      JSON.parse(Buffer.from(await send(endpoint, Sent.parse(input), act)).toString()),
  };
  return api;

  async function send(endpoint: Endpoint, sent: z.infer<typeof Sent>, act: Act): Promise<Uint8Array> {
    const domain = act.domain && (await api.domainIdOf(act.domain));
    const route = app.routes.find((one) => one.endpoint === endpoint);
    if (!route) throw new Error(`No route for ${endpoint.path}`);
    offset = Date.now() - startedAt.getTime() + act.minutesAgo * 60_000;
    const response = await app.answer(route, await requestOf(endpoint, sent, { ...act, domain }));
    const body = Buffer.from(response.body);
    if (response.status === 200) return body;
    const { code, ErrorMessage } = ErrorBody.parse(JSON.parse(body.toString()));
    if (code === 'not_implemented') throw new NotBuilt(ErrorMessage);
    throw new Error(`"${act.key}" failed: ${endpoint.path} answered ${code}: ${ErrorMessage}`);
  }
}

/** A token is the short name of a person. */
export const seedTokens: Tokens = {
  async verify(authorization) {
    const person = everyone.find(([name]) => name === authorization)?.[1];
    if (!person) return { outcome: 'invalid' };
    const { oid, name, email } = person;
    return { outcome: 'valid', claims: { oid, tid: tenantId, name, email, signedInAt: 0 } };
  },
};

export const personOf = (name: PersonName) => ({
  Id: `user-${people[name].oid}`,
  FullName: people[name].name,
});

const Sent = z.object({
  body: z.unknown().optional(),
  query: z.record(z.string(), z.string()).optional(),
  params: z.record(z.string(), z.string()).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  file: z.instanceof(File).optional(),
});

async function requestOf(endpoint: Endpoint, sent: z.infer<typeof Sent>, act: Act): Promise<ApiRequest> {
  const content = sent.file ? formOf(sent.fields ?? {}, sent.file) : jsonOf(sent.body);
  const bytes = new Uint8Array(await content.arrayBuffer());
  const headers = new Headers({
    ...(act.domain && { [BUSINESS_DOMAIN]: act.domain }),
    authorization: act.as,
    'content-type': content.headers.get('content-type') ?? '',
    'content-length': String(bytes.length),
    [IDEMPOTENCY_KEY]: createHash('sha256').update(`seed ${act.key}`).digest('hex'),
  });
  return {
    method: endpoint.method,
    url: `/api${endpoint.path}?${new URLSearchParams(sent.query).toString()}`,
    params: sent.params ?? {},
    header: (name) => headers.get(name) ?? undefined,
    body: async () => bytes,
  };
}

const jsonOf = (body: unknown) =>
  new Response(JSON.stringify(body ?? null), { headers: { 'content-type': 'application/json' } });

function formOf(fields: Record<string, string>, file: File): Response {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return new Response(form);
}
