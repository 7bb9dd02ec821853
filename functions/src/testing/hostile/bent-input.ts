import type { Endpoint } from '@handoff/shared/contract/endpoint';
import type { Randomness } from '@handoff/local/seed/randomness';
import * as z from 'zod';
import type { Sent } from '../request.ts';

/** A request that was altered to be invalid. */
export interface Bent {
  what: string;
  input: unknown;
  how: Sent;
}

const Input = z.object({
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
  body: z.record(z.string(), z.json()).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  file: z.instanceof(File).optional(),
});
type Input = z.infer<typeof Input>;
type Json = z.infer<ReturnType<typeof z.json>>;

/** Represents a patient's name, which may be in no answer and in no log line. */
export const canary = 'Quimbleton';

/** Values that no schema of ours accepts in their position, or only as text. */
export const poison: readonly [Json, ...Json[]] = [
  null,
  true,
  -1,
  1e308,
  2 ** 53,
  0.1,
  '',
  ' ',
  '\u0000',
  '\uD800',
  'x'.repeat(20_000),
  `${canary} `.repeat(500),
  { Name: canary },
  [canary],
  '../../etc/passwd',
  "' OR 1=1 --",
  '{{7*7}}',
  '=cmd|calc',
  '<script>',
  '٢٠٢٦-١١-٢٠',
  '9999-99-99T99:99:99Z',
  [],
  [[]],
  {},
  { $ne: null },
  { length: 1e9 },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  nested(200),
  Array.from({ length: 2_000 }, () => 0),
];

function nested(depth: number): Json {
  let value: Json = 1;
  for (let at = 0; at < depth; at += 1) value = { deeper: value };
  return value;
}

const headers: readonly [Record<string, string | undefined>, ...Record<string, string | undefined>[]] = [
  { 'idempotency-key': undefined },
  { 'idempotency-key': 'short' },
  { 'idempotency-key': 'k'.repeat(5_000) },
  { 'idempotency-key': `${'k'.repeat(16)}/../x` },
  { authorization: undefined },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'a'.repeat(20_000)}` },
  { authorization: 'Bearer e30.e30.e30' },
  { authorization: 'Basic YTpi' },
  { 'x-business-domain': 'sys' },
];

const bodyHeaders: typeof headers = [
  { 'content-type': undefined },
  { 'content-type': 'text/html' },
  { 'content-type': 'application/json-patch+json' },
  { 'content-type': 'multipart/form-data' },
  { 'content-length': undefined },
  { 'content-length': '-1' },
  { 'content-length': 'ten' },
  { 'content-length': '99999999999' },
];

/** Draws a request that must be refused from a valid input; `undefined` when the draw made no difference. */
export function bend(endpoint: Endpoint, valid: unknown, random: Randomness): Bent | undefined {
  const input = Input.parse(valid);
  const hasBody = input.body !== undefined || input.file !== undefined;
  const draw = random.between(1, 10);
  if (draw === 1) return bentHeaders(input, random.pick(headers));
  if (draw === 2 && hasBody) return bentHeaders(input, random.pick(bodyHeaders));
  if (draw === 3 && input.body) return bentText(input, JSON.stringify(input.body), random);
  return bentValue(endpoint, input, random) ?? bentHeaders(input, random.pick(headers));
}

function bentHeaders(input: Input, laid: Record<string, string | undefined>): Bent {
  return { what: JSON.stringify(laid).slice(0, 80), input, how: { headers: laid } };
}

/** Truncates JSON, or inserts something. */
function bentText(input: Input, text: string, random: Randomness): Bent | undefined {
  const at = random.between(0, text.length - 1);
  const rawBody =
    text.slice(0, at) + (random.chance(0.5) ? '' : random.pick(['"', '}', ',', '\u0000', '\\u']));
  return !isJson(rawBody) ? { what: `cut at ${at}`, input, how: { rawBody } } : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Replaces, removes or adds one value in one part of the input; the contract decides whether it is refused. */
function bentValue(endpoint: Endpoint, input: Input, random: Randomness): Bent | undefined {
  const parts = (['params', 'query', 'body', 'fields'] as const).filter((part) => schemaOf(endpoint, part));
  const [first, ...others] = parts;
  if (!first) return undefined;
  const part = random.pick([first, ...others]);
  const value = random.pick(poison);
  const isText = part !== 'body';
  const bent = replaceSomewhere(input[part] ?? {}, isText ? textOf(value) : value, random);
  const schema = schemaOf(endpoint, part);
  if (!schema || z.safeParse(schema, bent).success) return undefined;
  if (isText && typeof bent !== 'object') return undefined;
  return {
    what: `${part}: ${(JSON.stringify(bent) ?? '').slice(0, 300)}`,
    input: { ...input, [part]: bent },
    how: {},
  };
}

const textOf = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 20_000);

/** Replaces, removes or adds one value. */
export function replaceSomewhere(value: Json, by: Json, random: Randomness): Json {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.between(0, value.length - 1);
    return value.map((item, index) => (index === at ? replaceSomewhere(item, by, random) : item));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return by;
  const names = ['Surplus', ...Object.keys(value)] as const;
  const name = random.pick(['Surplus', ...names]);
  const { [name]: old = null, ...rest } = value;
  if (random.chance(0.15)) return rest;
  const isDeep = typeof old === 'object' && old !== null && random.chance(0.7);
  return { ...rest, [name]: isDeep ? replaceSomewhere(old, by, random) : by };
}

function schemaOf(
  endpoint: Endpoint,
  part: 'params' | 'query' | 'body' | 'fields',
): z.core.$ZodType | undefined {
  if (part === 'params') return endpoint.params;
  if (part === 'query') return endpoint.query;
  if (part === 'fields') return 'upload' in endpoint ? endpoint.upload?.fields : undefined;
  return 'body' in endpoint ? endpoint.body : undefined;
}
