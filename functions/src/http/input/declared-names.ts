import type { Endpoint } from '@handoff/shared/contract/endpoint';
import * as z from 'zod';
import { isPlainObject } from '../../records/field-changes.ts';

/**
 * Maps top-level names to the spelling of the contract: any case is accepted, and so are the aliases of the call. A
 * name whose field is already present stays unchanged, so that the schema refuses it.
 */
export function inDeclaredNames<T>(
  names: ReadonlyMap<string, string>,
  sent: readonly (readonly [string, T])[],
): [string, T][] {
  const taken = new Set(sent.map(([name]) => name));
  return sent.map(([name, value]) => {
    const meant = names.get(name.toLowerCase());
    if (meant === undefined || taken.has(meant)) return [name, value];
    taken.add(meant);
    return [meant, value];
  });
}

/** Returns a body in the names of the contract, with fields that were sent beside their object moved into it. */
export function bodyInDeclaredNames(endpoint: Endpoint, body: unknown): unknown {
  if (!isPlainObject(body)) return body;
  const { names, lists } = bodyNames(endpoint);
  const fields = new Map(inDeclaredNames(names, Object.entries(body)));
  for (const [name, members] of Object.entries(endpoint.flat ?? {})) {
    const inside = members.filter((member) => fields.has(member));
    if (fields.has(name) || inside.length === 0) continue;
    const whole = Object.fromEntries(inside.map((member) => [member, fields.get(member)]));
    for (const member of inside) fields.delete(member);
    fields.set(name, lists.has(name) ? [whole] : whole);
  }
  return Object.fromEntries(fields);
}

interface BodyNames {
  /** Fields by their names in lower case. */
  names: ReadonlyMap<string, string>;
  lists: ReadonlySet<string>;
  settable: readonly string[];
}

const known = new WeakMap<Endpoint, BodyNames>();

export function bodyNames(endpoint: Endpoint): BodyNames {
  const before = known.get(endpoint);
  if (before) return before;
  const properties = Object.entries(
    'body' in endpoint && endpoint.body ? propertiesOf(endpoint.body) : {},
  ).map(([name, schema]) => ({ name, ...(typeof schema === 'object' && schema) }));
  const declared = properties.map(({ name }) => name);
  const others = Object.entries(endpoint.aliases ?? {});
  const found: BodyNames = {
    names: new Map([
      ...others.map(([alias, name]) => [alias.toLowerCase(), name] as const),
      ...byLowerCase(Object.values(endpoint.flat ?? {}).flat()),
      ...byLowerCase(declared),
    ]),
    lists: new Set(properties.flatMap(({ name, type }) => (type === 'array' ? [name] : []))),
    settable: properties.flatMap(({ name, readOnly }) => (readOnly === true ? [] : [name])),
  };
  known.set(endpoint, found);
  return found;
}

const propertiesOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input' }).properties ?? {};

export const byLowerCase = (names: readonly string[]) =>
  new Map(names.map((name) => [name.toLowerCase(), name]));
