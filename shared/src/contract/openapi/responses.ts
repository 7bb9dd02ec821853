import * as z from 'zod';
import { everyEndpoint } from '../api.ts';
import { hasKey, isWrite, type Endpoint } from '../endpoint.ts';
import { ErrorBody, errorStatus, type ErrorCode } from '../errors.ts';
import { IDEMPOTENT_REPLAYED } from '../headers.ts';
import { capitalized, type Components } from './components.ts';
import { EXAMPLE_UUID } from './examples.ts';

/** Its success, and its failures by status; `4XX` and `5XX` are those of any read, or any write. */
export function responsesOf(endpoint: Endpoint, components: Components) {
  const failures = statusesOf(endpoint).map(
    ([status, codes]) => [status, { $ref: `#/components/responses/${failureName(codes)}` }] as const,
  );
  return { '200': success(endpoint, components), ...Object.fromEntries(failures) };
}

/** Calls with the same possible errors of one status share a response. */
export function failureResponses() {
  const all = everyEndpoint().flatMap(({ endpoint }) => statusesOf(endpoint));
  return Object.fromEntries(all.map(([, codes]) => [failureName(codes), failure(codes)]));
}

function statusesOf(endpoint: Endpoint): [status: string, codes: readonly ErrorCode[]][] {
  const codes = errorCodesOf(endpoint);
  const byStatus = [...Map.groupBy(codes, (code) => String(errorStatus[code]))];
  const refusal = isWrite(endpoint) ? writeRefusal : anyRefusal;
  const common = [...refusal, ...anyFailure];
  const own = byStatus.filter(([, each]) => !each.every((code) => common.includes(code)));
  return [['4XX', refusal], ['5XX', anyFailure], ...own];
}

const anyRefusal: ErrorCode[] = [
  'invalid_request',
  'not_signed_in',
  'signed_out',
  'forbidden',
  'no_access',
  'not_found',
  'length_required',
  'too_large',
  'too_many_requests',
];
const writeRefusal: ErrorCode[] = [...anyRefusal, 'idempotency_key_reused'];
const anyFailure: ErrorCode[] = ['internal', 'unavailable'];

const failureName = (codes: readonly ErrorCode[]) => {
  if (codes === anyRefusal) return 'Refused';
  if (codes === writeRefusal) return 'WriteRefused';
  if (codes === anyFailure) return 'Failed';
  return codes.map((code) => code.split('_').map(capitalized).join('')).join('Or');
};

function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const isUpload = 'upload' in endpoint && endpoint.upload !== undefined;
  const hasBody = isUpload || ('body' in endpoint && endpoint.body !== undefined);
  const isForPeople = hasKey(endpoint) && endpoint.access !== 'sender';
  const hasInput = hasBody || endpoint.params !== undefined || endpoint.query !== undefined;
  const kinds: [applies: boolean, codes: ErrorCode[]][] = [
    [hasKey(endpoint), ['invalid_request', 'not_signed_in']],
    [isForPeople, ['signed_out', 'forbidden']],
    [isForPeople && endpoint.access !== 'signed-in', ['no_access']],
    [hasInput, ['not_found']],
    [isForPeople && endpoint.scope === 'domain', ['domain_changed']],
    [isWrite(endpoint), ['conflict', 'idempotency_key_reused', 'too_large']],
    [endpoint.mode === 'lease', ['request_in_progress']],
    [hasBody, ['length_required', 'too_large']],
    [isUpload, ['unsupported_file']],
    [true, [...(endpoint.errors ?? [])]],
    [hasKey(endpoint), ['too_many_requests', 'unavailable']],
    [true, ['internal']],
  ];
  return [...new Set(kinds.flatMap(([applies, codes]) => (applies ? codes : [])))];
}

function success(endpoint: Endpoint, components: Components) {
  return {
    description: endpoint.success ?? 'OK',
    ...(isWrite(endpoint) && { headers: replayed }),
    content: contentOf(endpoint, components),
  };
}

function contentOf(endpoint: Endpoint, { refTo }: Components) {
  if (endpoint.output !== 'file') return { 'application/json': { schema: refTo(endpoint.output, 'output') } };
  const types = 'files' in endpoint ? (endpoint.files ?? []) : [];
  return Object.fromEntries(types.map((type) => [type, fileOf(type)]));
}

const fileOf = (type: string) => ({ schema: { type: 'string', contentMediaType: type } });

const { $schema: _schema, ...error } = z.toJSONSchema(ErrorBody, { io: 'output' });
export const errorSchema = error;

function failure(codes: readonly ErrorCode[]) {
  const [code] = codes;
  const example = { ErrorMessage: code && meanings[code], code, requestId: EXAMPLE_UUID };
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.map((each) => `${each}: ${meanings[each]}`).join('\n'),
    ...(codes.some((each) => comesAgain.has(each)) && { headers: retryAfter }),
    content: { 'application/json': { schema, example } },
  };
}

export const answerHeaders = {
  IdempotentReplayed: {
    description: 'The stored answer of an earlier request with the same key',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: { description: 'Seconds to wait before the same request', schema: { type: 'integer' } },
};
const replayed = { [IDEMPOTENT_REPLAYED]: { $ref: '#/components/headers/IdempotentReplayed' } };
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
const comesAgain = new Set<ErrorCode>(['request_in_progress', 'too_many_requests', 'unavailable']);

const meanings: Record<ErrorCode, string> = {
  invalid_request: 'What was sent is not what the call takes; `fields` says which fields and why',
  not_signed_in: 'There is no valid access token or secret of a link',
  signed_out: 'This sign-in has ended, or all of the person have; only a new sign-in helps',
  forbidden: 'The person may not make this call',
  no_access: 'The person has no access yet, or no longer',
  not_found: 'There is no such record in the agency of the caller',
  method_not_allowed: 'The path has no such method; `Allow` names those it has',
  conflict: 'The record is not as the change expects it; `current` shows it',
  in_use: 'The record is still used; `usedIn` says where',
  domain_changed: 'The person works in another agency since the action began',
  request_in_progress: 'The first request with this key is still running',
  scan_in_progress: 'The document is being checked for malware; it can be read once that is done',
  file_quarantined: 'The document was not found to be free of malware: it is blocked, or was not scanned',
  legal_hold: 'The referral is under legal hold: nothing of it can be deleted',
  checked_recently: 'The same check was made a moment ago; `recent` names it',
  length_required: 'There is no Content-Length',
  too_large: 'The request is larger than the limit of the call; above 100 MiB the answer may be an empty 500',
  unsupported_file: 'The file is of a kind that is not taken',
  idempotency_key_reused: 'The key was used for another request',
  too_many_requests: 'A limit of requests is reached',
  internal: 'The API failed; its log has the request id',
  bad_gateway: 'A service behind the API gave no usable answer',
  unavailable: 'A service behind the API does not answer',
  not_configured: 'The installation lacks the keys or the provider for this call',
};
