import { badRequest } from './failure.ts';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The request payload is invalid: it is not JSON.');
  }
}

export function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text);
  if (!isObject(value)) throw badRequest('The request payload is invalid: it is not a JSON object.');
  return value;
}

/** Own properties only: a document asking for `constructor` must find nothing. */
export function propertyOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Stops at the limit, so that a hostile nesting cannot overflow the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}
