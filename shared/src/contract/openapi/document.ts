import * as z from 'zod';
import { api, everyEndpoint } from '../api.ts';
import { hasKey, type Endpoint } from '../endpoint.ts';
import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY, idempotencyKeyPattern, SENDER_SCHEME } from '../headers.ts';
import { capitalized, componentsOf, partsOf, plainly, type Components, type Schema } from './components.ts';
import { EXAMPLE_UUID, exampleOf } from './examples.ts';
import { answerHeaders, errorSchema, failureResponses, responsesOf } from './responses.ts';

const areas: Record<keyof typeof api, string> = {
  users: 'People, their roles and sessions',
  referrals: 'Referrals of an agency',
  savedViews: 'Views of the worklist that a person has saved',
  readmissionStops: 'Patients that an agency does not admit again',
  dashboard: 'Figures of an agency',
  drafts: 'Referrals and notes that are not saved yet',
  webhooks: 'Events that other systems receive',
  services: 'Documents of referrals',
  senderLinks: 'Links by which a sender adds documents to a referral',
  settings: 'Settings and lists of an agency, and look-ups',
  imports: 'Imports of state address files and national lists',
  addressStateUpdates: 'Versions of the addresses of a state',
  partners: 'Agencies that refer patients',
  contractedPayers: 'Payers with which an agency has a contract',
  advantagePlans: 'Medicare Advantage plans that an agency takes',
  serviceAreas: 'Areas that an agency serves',
  insurances: 'Insurances of patients',
  capacities: 'Capacity of an agency by discipline',
  businessDomains: 'Our agencies',
  medicareEligibility: 'Medicare eligibility checks and their history',
  audit: 'The audit trail',
  realtime: 'Live messages',
  system: 'Health and description of the API',
  systemHealth: 'Jobs and imports of the installation',
};

/** Writes the contract as OpenAPI 3.1, whose schemas are JSON Schema 2020-12: the dialect that zod writes. */
export function openApiDocument(version: string) {
  const components = componentsOf();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { area, call, endpoint } of everyEndpoint(api)) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(`${area}${capitalized(call)}`, endpoint, {
      area,
      components,
    });
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Handoff',
      version,
      description: 'The names of a query, of a form and of the first level of a body are taken in any case.',
      license: { name: 'Proprietary', url: '/' },
    },
    servers: [{ url: '/api' }],
    security: [{ entra: [] }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        entra: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        senderLink: { type: 'http', scheme: SENDER_SCHEME },
      },
      parameters: headers,
      headers: answerHeaders,
      responses: failureResponses(),
      schemas: { ...components.schemas, Error: errorSchema },
    },
  };
}

function operation(
  operationId: string,
  endpoint: Endpoint,
  { area, components }: { area: string; components: Components },
) {
  const request = requestBody(endpoint, components);
  const description = otherWays(endpoint);
  return {
    operationId,
    tags: [area],
    summary: endpoint.summary,
    ...(description !== '' && { description }),
    ...(endpoint.access === 'public' && { security: [] }),
    ...(endpoint.access === 'sender' && { security: [{ senderLink: [] }] }),
    'x-access': endpoint.access,
    parameters: [
      ...(hasKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(hasKey(endpoint) && endpoint.scope === 'domain'
        ? [{ $ref: '#/components/parameters/BusinessDomain' }]
        : []),
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
    ],
    ...(request && { requestBody: { required: true, content: request } }),
    responses: responsesOf(endpoint, components),
  };
}

function requestBody(endpoint: Endpoint, components: Components) {
  if ('upload' in endpoint && endpoint.upload)
    return { 'multipart/form-data': formOf(endpoint.upload.fields) };
  const { body } = partsOf(endpoint);
  if (!body) return undefined;
  const schema = components.refTo(body, 'input');
  const text = bareText(endpoint, components);
  return {
    'application/json': { schema, example: exampleOf(schema, components) },
    ...(text && {
      'text/plain': { schema: text, example: exampleOf(text, components) },
    }),
  };
}

/** The field whose text may be sent in place of the body. */
function bareText(endpoint: Endpoint, { refTo, resolved }: Components): Schema | undefined {
  const { body } = partsOf(endpoint);
  if (!body || endpoint.bareAs === undefined) return undefined;
  const property = resolved(refTo(body, 'input')).properties?.[endpoint.bareAs];
  if (typeof property !== 'object') return undefined;
  return [property, ...(property.anyOf ?? [])].map(resolved).find(({ type }) => type === 'string');
}

/** Names the other forms of a body, which would double its component. */
function otherWays({ aliases = {}, flat = {}, bareAs }: Endpoint): string {
  return [
    ...Object.entries(aliases).map(([alias, name]) => `${name} may be sent as ${alias}.`),
    ...Object.entries(flat).map(
      ([name, members]) => `${members.join(', ')} of ${name} may be sent beside the other fields.`,
    ),
    ...(bareAs === undefined ? [] : [`${bareAs} may be sent alone, without the object around it.`]),
  ].join(' ');
}

function formOf(fields: z.ZodObject) {
  const { $schema: _schema, properties, required = [], ...schema } = z.toJSONSchema(fields, { io: 'input' });
  // Without a type: the bytes are sent as they are.
  const file = { contentMediaType: 'application/octet-stream' };
  return { schema: { ...schema, properties: { ...properties, file }, required: [...required, 'file'] } };
}

const headers = {
  IdempotencyKey: {
    name: IDEMPOTENCY_KEY,
    in: 'header',
    required: true,
    schema: { type: 'string', pattern: idempotencyKeyPattern.source },
    example: EXAMPLE_UUID,
  },
  BusinessDomain: { name: BUSINESS_DOMAIN, in: 'header', required: false, schema: { type: 'string' } },
};

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = plainly(z.toJSONSchema(schema, { io: 'input' }));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    schema: property,
  }));
}
