import type { CallInput, Endpoint } from '@handoff/shared/contract/endpoint';

/** A request with its exact body, so that a repeat under the same key is identical. */
export interface PreparedRequest {
  endpoint: Endpoint;
  path: string;
  body: string | FormData | undefined;
}

interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  fields?: Record<string, string | undefined>;
  file?: File;
}

/** The input that a caller of this endpoint provides. */
export type InputOf<E> = CallInput<E, File> & RequestParts;

export function prepareRequest<E extends Endpoint>(endpoint: E, input: InputOf<E>): PreparedRequest {
  return { endpoint, path: pathWith(endpoint.path, input) + queryString(input.query), body: bodyOf(input) };
}

function pathWith(path: string, { params = {} }: RequestParts): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryString(query: RequestParts['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function bodyOf({ body, file, fields = {} }: RequestParts): string | FormData | undefined {
  if (file) return multipart(file, fields);
  return body === undefined ? undefined : JSON.stringify(body);
}

function multipart(file: File, fields: Record<string, string | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  form.set('file', file, file.name);
  return form;
}

export function isSameRequest(former: PreparedRequest, request: PreparedRequest): boolean {
  return former.path === request.path && sameBody(former.body, request.body);
}

function sameBody(former: PreparedRequest['body'], body: PreparedRequest['body']): boolean {
  if (!(former instanceof FormData) || !(body instanceof FormData)) return former === body;
  const [one, other] = [[...former], [...body]];
  return (
    one.length === other.length &&
    one.every(([name, value], index) => {
      const [otherName, otherValue] = other[index] ?? [];
      return name === otherName && sameValue(value, otherValue);
    })
  );
}

// FormData returns a new File object each time, so files are compared by their properties.
function sameValue(value: FormDataEntryValue, other: FormDataEntryValue | undefined): boolean {
  if (typeof value === 'string' || other === undefined || typeof other === 'string') return value === other;
  return value.name === other.name && value.size === other.size && value.lastModified === other.lastModified;
}
