import * as fc from 'fast-check';
import * as z from 'zod';

const Node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.json().optional(),
    enum: z.array(z.json()).optional(),
    anyOf: z.array(Node).optional(),
    properties: z.record(z.string(), Node).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), Node]).optional(),
    propertyNames: Node.optional(),
    items: Node.optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
);
interface Node {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  const?: Json | undefined;
  enum?: Json[] | undefined;
  anyOf?: Node[] | undefined;
  properties?: Record<string, Node> | undefined;
  required?: string[] | undefined;
  additionalProperties?: boolean | Node | undefined;
  propertyNames?: Node | undefined;
  items?: Node | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
}
type Json = z.infer<ReturnType<typeof z.json>>;

/** Long lists and texts find no more than short ones, and take longer. */
const MAX_ITEMS = 4;
const MAX_CHARACTERS = 200;

/** Draws values that a JSON Schema accepts; supports the keywords of our own documents. */
export const valuesOf = (schema: unknown): fc.Arbitrary<Json> => arbitraryOf(Node.parse(schema));

function arbitraryOf(node: Node): fc.Arbitrary<Json> {
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.anyOf) return fc.oneof(...node.anyOf.map(arbitraryOf));
  const types = [node.type ?? Object.keys(byType)].flat();
  return fc.oneof(...types.map((type) => byType[type]?.(node) ?? fc.constant(null)));
}

const byType: Record<string, (node: Node) => fc.Arbitrary<Json>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum: min = -1000, maximum = 1e9 }) => fc.integer({ min, max: Math.min(maximum, 1e9) }),
  number: ({ minimum: min = -1e9, maximum: max = 1e9 }) => fc.double({ min, max, noNaN: true }),
  string: textsOf,
  array: ({ items, minItems: minLength = 0, maxItems = MAX_ITEMS }) =>
    items
      ? fc.array(arbitraryOf(items), {
          minLength,
          maxLength: Math.max(minLength, Math.min(maxItems, MAX_ITEMS)),
        })
      : fc.constant([]),
  object: objectsOf,
};

function objectsOf({ properties = {}, required = [], additionalProperties, propertyNames }: Node) {
  if (propertyNames?.enum && typeof additionalProperties === 'object') {
    const names = propertyNames.enum.map(String);
    const fields = Object.fromEntries(names.map((name) => [name, arbitraryOf(additionalProperties)]));
    return fc.record(fields, { requiredKeys: required });
  }
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field)]),
  );
  return fc.record(fields, { requiredKeys: required });
}

function textsOf({ pattern, minLength = 0, maxLength = MAX_CHARACTERS }: Node): fc.Arbitrary<string> {
  const most = Math.max(minLength, Math.min(maxLength, MAX_CHARACTERS));
  if (pattern === undefined) return fc.string({ minLength, maxLength: most, unit: 'grapheme' });
  const whole = new RegExp(pattern);
  // A generator cannot apply look-ahead, so texts are made without it and filtered.
  return fc
    .stringMatching(new RegExp(pattern.replaceAll(/\(\?![^)]*\)/g, '')), { maxLength: most })
    .filter((text) => text.length >= minLength && whole.test(text));
}
