import * as z from 'zod';
import { api, everyEndpoint } from '../api.ts';
import { hasKey, type Endpoint } from '../endpoint.ts';
import { ErrorBody } from '../errors.ts';
import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY, idempotencyKeyPattern, SENDER_SCHEME } from '../headers.ts';
import { exampleOf } from './examples.ts';
import { responsesOf } from './responses.ts';

/** Writes the contract as OpenAPI 3.1, whose schemas are JSON Schema 2020-12: the dialect that zod writes. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { area, call, endpoint } of everyEndpoint(api)) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(area, call, endpoint);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Handoff',
      version,
      description: 'The names of a query, of a form and of the first level of a body are taken in any case.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        entra: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        senderLink: { type: 'http', scheme: SENDER_SCHEME },
      },
      schemas: { Error: z.toJSONSchema(ErrorBody, { io: 'output' }) },
    },
  };
}

function operation(area: string, call: string, endpoint: Endpoint) {
  const request = requestBody(endpoint);
  return {
    operationId: `${area}.${call}`,
    tags: [area],
    summary: endpoint.summary,
    ...(endpoint.access !== 'public' && {
      security: [endpoint.access === 'sender' ? { senderLink: [] } : { entra: [] }],
    }),
    'x-access': endpoint.access,
    parameters: [
      ...(hasKey(endpoint) ? headerParameters(endpoint) : []),
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
    ],
    ...(request && { requestBody: { required: true, content: request } }),
    responses: responsesOf(endpoint),
  };
}

function requestBody(endpoint: Endpoint) {
  if ('upload' in endpoint && endpoint.upload)
    return { 'multipart/form-data': formOf(endpoint.upload.fields) };
  if (!('body' in endpoint) || !endpoint.body) return undefined;
  const declared = z.toJSONSchema(endpoint.body, { io: 'input' });
  const example = exampleOf(declared);
  const property = endpoint.bareAs === undefined ? undefined : declared.properties?.[endpoint.bareAs];
  // A list or a text may be sent in place of an object that has no other field.
  const bare = typeof property === 'object' ? property : undefined;
  const text = bare && [bare, ...(bare.anyOf ?? [])].find(({ type }) => type === 'string');
  const ways = [declared, withOtherNames(endpoint, declared), bare].filter((way) => way !== undefined);
  return {
    'application/json': { schema: ways.length > 1 ? { anyOf: ways } : declared, example },
    ...(text && { 'text/plain': { schema: text, example: exampleOf(text) } }),
  };
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Adds the other accepted names of fields; a field with another name is not required under its own. */
function withOtherNames({ aliases = {}, flat = {} }: Endpoint, schema: Schema): Schema | undefined {
  const { properties = {}, required = [] } = schema;
  const inside = (name: string): Schema['properties'] => {
    const field = objectIn(properties[name]);
    return (field.type === 'array' ? objectIn(field.items) : field).properties;
  };
  const others = [
    ...Object.entries(aliases).map(([alias, name]) => ({ alias, name, field: properties[name] })),
    ...Object.entries(flat).flatMap(([name, members]) =>
      members.map((alias) => ({ alias, name: `${name}.${alias}`, field: inside(name)?.[alias] })),
    ),
  ];
  if (others.length === 0) return undefined;
  const renamed = others.map(({ alias, name, field }) => [
    alias,
    { ...objectIn(field), description: `Another way to send ${name}` },
  ]);
  const covered = new Set([...Object.values(aliases), ...Object.keys(flat)]);
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(renamed) },
    required: required.filter((name) => !covered.has(name)),
  };
}

const objectIn = (schema: Schema['items'] | NonNullable<Schema['properties']>[string] | undefined): Schema =>
  typeof schema === 'object' && !Array.isArray(schema) ? schema : {};

function formOf(fields: z.ZodObject) {
  const { properties, required = [], ...schema } = z.toJSONSchema(fields, { io: 'input' });
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { schema: { ...schema, properties: { ...properties, file }, required: [...required, 'file'] } };
}

function headerParameters(endpoint: Endpoint) {
  const key = {
    name: IDEMPOTENCY_KEY,
    in: 'header',
    required: true,
    schema: { type: 'string', pattern: idempotencyKeyPattern.source },
    example: exampleOf({ format: 'uuid' }),
  };
  const domain = { name: BUSINESS_DOMAIN, in: 'header', required: false, schema: { type: 'string' } };
  return endpoint.scope === 'domain' ? [key, domain] : [key];
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
    ...(required.includes(name) && typeof property === 'object' && { example: exampleOf(property, [name]) }),
  }));
}
