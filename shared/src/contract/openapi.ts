import * as z from 'zod';
import { api, everyEndpoint } from './api.ts';
import { hasKey, type Endpoint } from './endpoint.ts';
import { ErrorBody } from './errors.ts';
import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY } from './headers.ts';

/** The contract as OpenAPI 3.1, whose schemas are JSON Schema 2020-12: what zod itself writes. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { area, call, endpoint } of everyEndpoint(api)) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(area, call, endpoint);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Handoff', version },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { entra: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
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
    ...(endpoint.access !== 'public' && { security: [{ entra: [] }] }),
    'x-access': endpoint.access,
    parameters: [
      ...(hasKey(endpoint) ? headerParameters(endpoint) : []),
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
    ],
    ...(request && { requestBody: { required: true, content: request } }),
    responses: {
      '200': { description: endpoint.success ?? 'OK', content: responseContent(endpoint) },
      default: {
        description: 'Any failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function requestBody(endpoint: Endpoint) {
  if ('upload' in endpoint && endpoint.upload) {
    const fields = z.toJSONSchema(endpoint.upload.fields, { io: 'input' });
    const properties = {
      ...fields.properties,
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
    };
    return {
      'multipart/form-data': {
        schema: { ...fields, properties, required: [...(fields.required ?? []), 'file'] },
      },
    };
  }
  if ('body' in endpoint && endpoint.body)
    return { 'application/json': { schema: z.toJSONSchema(endpoint.body, { io: 'input' }) } };
  return undefined;
}

function responseContent(endpoint: Endpoint) {
  if (endpoint.output === 'file') return { 'application/octet-stream': {} };
  return { 'application/json': { schema: z.toJSONSchema(endpoint.output, { io: 'output' }) } };
}

function headerParameters(endpoint: Endpoint) {
  const key = {
    name: IDEMPOTENCY_KEY,
    in: 'header',
    required: true,
    schema: { type: 'string', minLength: 16, maxLength: 66 },
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
  }));
}
