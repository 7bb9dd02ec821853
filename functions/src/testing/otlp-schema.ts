// The last version that ships what protobufjs generates from opentelemetry-proto 1.x; later ones write the bytes by hand.
import root from '@opentelemetry/otlp-transformer/build/src/generated/root.js';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import * as z from 'zod';

interface MessageType {
  fromObject(json: object): object;
  verify(message: object): string | null;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: { longs: typeof String; bytes: typeof String }): unknown;
}
const Message = z.custom<MessageType>((value) => typeof value === 'function');
const Services = z.object({
  trace: z.object({ v1: z.object({ ExportTraceServiceRequest: Message }) }),
  metrics: z.object({ v1: z.object({ ExportMetricsServiceRequest: Message }) }),
});
const Root = z.object({ opentelemetry: z.object({ proto: z.object({ collector: Services }) }) });
const { trace, metrics } = Root.parse(root).opentelemetry.proto.collector;

const messages = {
  '/v1/traces': trace.v1.ExportTraceServiceRequest,
  '/v1/metrics': metrics.v1.ExportMetricsServiceRequest,
};

/** Bytes in an id; the only fields of bytes, which OTLP writes in hex where protobuf has base64. */
const idBytes = new Map([
  ['traceId', 16],
  ['spanId', 8],
  ['parentSpanId', 8],
]);

/** What `expectOtlp` would not fail on. */
export function isOtlp(path: keyof typeof messages, body: string): boolean {
  try {
    const { sent, read } = readBySchema(path, body);
    return isDeepStrictEqual(read, sent);
  } catch {
    return false;
  }
}

export function expectOtlp(path: keyof typeof messages, body: string): void {
  const { sent, read } = readBySchema(path, body);
  expect(read).toEqual(sent);
}

/**
 * What is left of a body after the official schema has read it: the same again, if it is valid. Fields it does not know
 * are gone then, and values of another type are changed. Throws when a value is outside its enumeration.
 */
function readBySchema(path: keyof typeof messages, body: string): { sent: unknown; read: unknown } {
  const type = messages[path];
  const sent = z.looseObject({}).parse(JSON.parse(body));
  const message = type.fromObject(z.looseObject({}).parse(withIds(sent, base64)));
  const problem = type.verify(message);
  if (problem !== null) throw new Error(problem);
  const read = type.toObject(type.decode(type.encode(message).finish()), { longs: String, bytes: String });
  // A list without elements takes no bytes.
  return { sent: withoutEmptyLists(sent), read: withIds(read, hex) };
}

const base64 = (id: string) => Buffer.from(id, 'hex').toString('base64');

/** Of the right length, else in words that equal no id. */
function hex(id: string, name: string): string {
  const bytes = Buffer.from(id, 'base64');
  return bytes.length === idBytes.get(name) ? bytes.toString('hex') : `${bytes.length} bytes`;
}

type Rewrite = (id: string, name: string) => string;

const withIds = (value: unknown, rewrite: Rewrite): unknown =>
  mapped(value, (name, inner) =>
    idBytes.has(name) && typeof inner === 'string' ? rewrite(inner, name) : withIds(inner, rewrite),
  );

const withoutEmptyLists = (value: unknown): unknown =>
  mapped(value, (_name, inner) =>
    Array.isArray(inner) && inner.length === 0 ? undefined : withoutEmptyLists(inner),
  );

function mapped(value: unknown, change: (name: string, inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner: unknown) => mapped(inner, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, change(name, inner)] as const)
      .filter(([, inner]) => inner !== undefined),
  );
}
