import * as z from 'zod';
import { everyEndpoint } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import * as accessReview from '../../domain/access/access-review.ts';
import * as admissionAnswer from '../../domain/referral/admission-answer.ts';
import * as advantagePlan from '../../domain/agency/advantage-plan.ts';
import * as agencySettings from '../../domain/eligibility/agency-settings.ts';
import * as audit from '../audit.ts';
import * as auditEntry from '../../domain/records/audit-entry.ts';
import * as batch from '../../domain/eligibility/batch.ts';
import * as blockUpload from '../../domain/address/block-upload.ts';
import * as blockingKeys from '../../domain/duplicates/blocking-keys.ts';
import * as businessDomain from '../../domain/agency/business-domain.ts';
import * as capacity from '../../domain/agency/capacity.ts';
import * as clinicalBlock from '../../domain/person/clinical-block.ts';
import * as contact from '../../domain/person/contact.ts';
import * as directory from '../../domain/agency/directory.ts';
import * as errors from '../errors.ts';
import * as figures from '../../domain/referral/figures.ts';
import * as fileReading from '../../domain/referral/file-reading.ts';
import * as fileSubject from '../../domain/address/file-subject.ts';
import * as finding from '../../domain/eligibility/finding.ts';
import * as imports from '../imports.ts';
import * as identifiers from '../../domain/person/identifiers.ts';
import * as importProgress from '../../domain/address/import-progress.ts';
import * as keptRecord from '../../domain/agency/kept-record.ts';
import * as listSettings from '../../domain/agency/list-settings.ts';
import * as medicarePlans from '../../domain/eligibility/medicare-plans.ts';
import * as notesUpdate from '../../domain/referral/notes-update.ts';
import * as notification from '../../domain/access/notification.ts';
import * as parties from '../parties.ts';
import * as pastCheck from '../../domain/eligibility/past-check.ts';
import * as people from '../people/people.ts';
import * as knownPlan from '../../domain/eligibility/known-plan.ts';
import * as practitioner from '../../domain/referral/practitioner.ts';
import * as prefilled from '../../domain/referral/prefilled.ts';
import * as presence from '../../domain/referral/presence.ts';
import * as printedCheck from '../../domain/eligibility/printed-check.ts';
import * as readmissionStop from '../../domain/referral/readmission-stop.ts';
import * as realtime from '../realtime.ts';
import * as recordId from '../../domain/records/record-id.ts';
import * as referral from '../../domain/referral/referral.ts';
import * as referralChecks from '../../domain/referral/referral-checks.ts';
import * as referralFilters from '../../domain/referral/referral-filters.ts';
import * as referralSearch from '../../domain/referral/referral-search.ts';
import * as restriction from '../../domain/referral/restriction.ts';
import * as result from '../../domain/eligibility/result.ts';
import * as role from '../../domain/access/role.ts';
import * as savedView from '../../domain/referral/saved-view.ts';
import * as senderLink from '../../domain/referral/sender-link.ts';
import * as setup from '../../domain/agency/setup.ts';
import * as stateFileImport from '../../domain/address/state-file-import.ts';
import * as systemHealth from '../system-health.ts';
import * as usState from '../../domain/address/us-state.ts';
import * as user from '../../domain/access/user.ts';
import * as users from '../people/users.ts';
import * as webhook from '../../domain/agency/webhook.ts';
import * as zipCode from '../../domain/address/zip-code.ts';

const modules = [
  accessReview,
  admissionAnswer,
  advantagePlan,
  agencySettings,
  audit,
  auditEntry,
  batch,
  blockUpload,
  blockingKeys,
  businessDomain,
  capacity,
  clinicalBlock,
  contact,
  directory,
  errors,
  figures,
  fileReading,
  fileSubject,
  finding,
  identifiers,
  importProgress,
  imports,
  keptRecord,
  listSettings,
  medicarePlans,
  notesUpdate,
  notification,
  parties,
  pastCheck,
  people,
  knownPlan,
  practitioner,
  prefilled,
  presence,
  printedCheck,
  readmissionStop,
  realtime,
  recordId,
  referral,
  referralChecks,
  referralFilters,
  referralSearch,
  restriction,
  result,
  role,
  savedView,
  senderLink,
  setup,
  stateFileImport,
  systemHealth,
  usState,
  user,
  users,
  webhook,
  zipCode,
];

export type Schema = z.core.JSONSchema.BaseSchema;
type Direction = 'input' | 'output';

export interface Components {
  schemas: Record<string, Schema>;
  /** A reference to the component of a schema that is sent or answered. */
  refTo: (schema: z.core.$ZodType, direction: Direction) => Schema;
  /** The component to which a schema refers, or the schema itself. */
  resolved: (schema: Schema) => Schema;
}

const PREFIX = '#/components/schemas/';

/**
 * Makes a component of each schema that has a name, of each body and of each answer. What is sent may lack fields that
 * have a default: where a component differs for that, the one that is sent is called `…Input`.
 */
export function componentsOf(): Components {
  const names = namesOf(everyEndpoint());
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const nameOf = (schema: z.core.$ZodType) => names.get(schema) ?? '';
  const parts = everyEndpoint().map(({ endpoint }) => partsOf(endpoint));
  const answered = reachable(
    parts.flatMap(({ output }) => (output ? [nameOf(output)] : [])),
    written(registry, 'output'),
  );
  const sent = reachable(
    parts.flatMap(({ body }) => (body ? [nameOf(body)] : [])),
    written(registry, 'input'),
  );
  const asSent = (id: string) => (differ.has(id) ? `${id}Input` : id);
  const differ = differing(answered, sent);
  const schemas = Object.fromEntries(
    [...Object.entries(answered), ...Object.entries(renamed(sent, asSent))].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );
  return {
    schemas,
    refTo: (schema, direction) => ({
      $ref: PREFIX + (direction === 'input' ? asSent(nameOf(schema)) : nameOf(schema)),
    }),
    resolved: (schema) => schemas[schema.$ref?.replace(PREFIX, '') ?? ''] ?? schema,
  };
}

interface Named {
  area: string;
  call: string;
  endpoint: Endpoint;
}

/** Records have the names of the product; any other body or answer has that of its call. */
function namesOf(endpoints: readonly Named[]): Map<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>();
  for (const [name, value] of modules.flatMap((module) => Object.entries(module)))
    if (/^[A-Z][a-z]/.test(name) && value instanceof z.ZodType) names.set(value, name);
  for (const { area, call, endpoint } of endpoints) {
    const { body, output } = partsOf(endpoint);
    if (body && !names.has(body)) names.set(body, `${capitalized(area)}${capitalized(call)}Request`);
    if (output && !names.has(output)) names.set(output, `${capitalized(area)}${capitalized(call)}Response`);
  }
  return names;
}

export const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export const partsOf = (endpoint: Endpoint) => ({
  body: 'body' in endpoint ? endpoint.body : undefined,
  output: endpoint.output === 'file' ? undefined : endpoint.output,
});

function written(registry: z.core.$ZodRegistry<{ id: string }>, io: Direction): Record<string, Schema> {
  // A transform cannot be written, and is never reached in this direction.
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => PREFIX + id,
    unrepresentable: 'any',
    // An answer may gain fields.
    override: ({
      zodSchema: {
        _zod: { def },
      },
      jsonSchema,
    }) => {
      if (def.type === 'object' && !('catchall' in def && def.catchall))
        delete jsonSchema.additionalProperties;
    },
  });
  const named = Object.entries(schemas).map(([id, { $id: _id, $schema: _schema, ...schema }]) => [
    id,
    plainly(schema),
  ]);
  return { ...texts, ...Object.fromEntries(named) };
}

const textOf = (schema: z.core.$ZodType): Schema => {
  const { $schema: _schema, ...text } = z.toJSONSchema(schema);
  return text;
};
/** Texts whose pattern is long: a component each. */
const texts = { Day: textOf(z.iso.date()), Moment: textOf(z.iso.datetime()), Uuid: textOf(z.uuid()) };

/**
 * Leaves out the range of safe integers, and refers to the texts with a component. zod writes a record of known names as one that requires them; readers look for
 * them among the properties.
 */
export const plainly = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (_key, value: Schema) => {
    if (typeof value !== 'object' || value === null) return value;
    if (value.minimum === Number.MIN_SAFE_INTEGER) delete value.minimum;
    if (value.maximum === Number.MAX_SAFE_INTEGER) delete value.maximum;
    const [text] = Object.entries(texts).find(([, { pattern }]) => pattern === value.pattern) ?? [];
    if (text !== undefined) {
      const { type: _type, format: _format, pattern: _pattern, ...rest } = value;
      return { $ref: PREFIX + text, ...rest };
    }
    const { propertyNames } = value;
    const names = (typeof propertyNames === 'object' ? propertyNames.enum : undefined) ?? value.required;
    if (!propertyNames || !names || typeof value.additionalProperties !== 'object') return value;
    const { propertyNames: _names, additionalProperties: each, ...rest } = value;
    const properties = Object.fromEntries(names.map((name) => [String(name), each]));
    return { ...rest, properties, additionalProperties: false };
  });

/** The names of components that differ in themselves, or in one that they contain. */
function differing(answered: Record<string, Schema>, sent: Record<string, Schema>): ReadonlySet<string> {
  const both = Object.keys(answered).filter((id) => sent[id]);
  const different = new Set(both.filter((id) => JSON.stringify(answered[id]) !== JSON.stringify(sent[id])));
  for (let before = -1; before !== different.size;) {
    before = different.size;
    for (const id of both)
      if (refsIn(answered[id] ?? {}).some((ref) => different.has(ref))) different.add(id);
  }
  return different;
}

const reference = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;
const refsIn = (schema: Schema): string[] =>
  [...JSON.stringify(schema).matchAll(reference)].map(([, name = '']) => name);

function renamed(schemas: Record<string, Schema>, nameOf: (id: string) => string): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [
      nameOf(id),
      JSON.parse(
        JSON.stringify(schema).replaceAll(
          reference,
          (_ref, name: string) => `"$ref":"${PREFIX}${nameOf(name)}"`,
        ),
      ),
    ]),
  );
}

function reachable(roots: readonly string[], schemas: Record<string, Schema>): Record<string, Schema> {
  const found = new Set(roots);
  for (const name of found) for (const ref of refsIn(schemas[name] ?? {})) found.add(ref);
  return Object.fromEntries([...found].map((name) => [name, schemas[name] ?? {}]));
}
