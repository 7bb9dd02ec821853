import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { ErrorBody } from '@handoff/shared/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { referralDraft, pdf } from '../testing/examples/drafts.ts';
import { encodeRequest } from '../testing/request.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** A text with characters that are special in URLs, HTML, JSON, CSV and templates. */
const spelled = `50%25 &amp; \\u0041 <b>"O'Neil"</b> \${1} {{2}} %00`;

test('text is decoded once and stored as typed', async () => {
  const { id, source } = await referralFrom(spelled);
  expect(source).toBe(spelled);
  const found = await handoff.call(api.referrals.byId, { query: { id } }, { as: 'mia' });
  expect(found.ok().ReferralInfo[0]?.Source.Organization).toBe(spelled);
});

test('output is encoded for its format', async () => {
  await referralFrom(spelled);
  const listed = await handoff.call(api.referrals.list, { query: {} }, { as: 'mia' });
  expect(listed.text).toContain(JSON.stringify(spelled));
  const exported = await handoff.call(api.referrals.exportFile, { body: {} }, { as: 'mia' });
  expect(exported.text).toContain(`"${spelled.replaceAll('"', '""')}"`);
});

test('a doubly encoded address matches nothing', async () => {
  const { id } = await referralFrom('Saint Example Hospital');
  const once = encodeURIComponent(id.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`));
  expect(await codeOf(api.referrals.byId, `id=${once}`)).toBe('not_found');
  expect(await codeOf(api.referrals.byId, `id=${decodeURIComponent(once)}`)).toBe('ok');
});

test('a repeated parameter or field is refused', async () => {
  const { id } = await referralFrom('Saint Example Hospital');
  expect(await codeOf(api.referrals.byId, `id=${id}&id=${id}`)).toBe('invalid_request');
  expect(await codeOf(api.referrals.byId, `id=${id}&id=another`)).toBe('invalid_request');

  const form = new FormData();
  for (const type of ['orders', 'other']) form.append('DocumentTypeId', type);
  form.append('file', pdf());
  expect(await codeOf(api.services.uploadFile, '', new Response(form))).toBe('invalid_request');
});

async function referralFrom(organization: string) {
  const draft = referralDraft();
  const body = { ...draft, Source: { ...draft.Source, Organization: organization } };
  const created = await handoff.call(api.referrals.create, { body }, { as: 'mia' });
  const [referral] = created.ok().ReferralInfo;
  return { id: referral?.Id ?? '', source: referral?.Source.Organization };
}

async function codeOf(endpoint: Endpoint, query: string, form?: Response): Promise<string> {
  const route = handoff.app.routes.find((each) => each.endpoint === endpoint);
  if (!route) throw new Error('no route');
  const authorization = `Bearer ${await handoff.token('mia')}`;
  const bytes = form && new Uint8Array(await form.arrayBuffer());
  const headers = form && {
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': String(bytes?.length),
  };
  const request = await encodeRequest(endpoint, {}, { authorization, ...(headers && { headers }) });
  const answer = await handoff.app.answer(route, {
    ...request,
    url: `/api${endpoint.path}?${query}`,
    body: async () => bytes ?? new Uint8Array(),
  });
  if (answer.status < 400) return 'ok';
  return ErrorBody.parse(JSON.parse(Buffer.from(answer.body).toString())).code;
}
