import type { Components, Schema } from './components.ts';

type Resolved = Pick<Components, 'resolved'>;

/** Returns a valid value as a person could have sent it, chosen by the field names where they are known. */
export function exampleOf(written: Schema, components: Resolved, path: readonly string[] = []): unknown {
  const schema = components.resolved(written);
  if (schema.const !== undefined) return schema.const;
  const [variant] = (schema.anyOf ?? []).toSorted((a, b) => emptiness(a) - emptiness(b));
  if (variant) return exampleOf(variant, components, path);
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (type === 'object') return objectOf(schema, components, path);
  if (type === 'array') return [exampleOf(asSchema(schema.items), components, path)];
  return valueOf({ ...schema, ...(type && { type }) }, path);
}

function objectOf(
  { properties = {}, additionalProperties, required = [] }: Schema,
  components: Resolved,
  path: readonly string[],
) {
  const declared = Object.entries(properties).filter(([, field]) => asSchema(field).readOnly !== true);
  const others = required.filter((name) => !(name in properties));
  const fields = [...declared, ...others.map((name) => [name, additionalProperties] as const)];
  return Object.fromEntries(
    fields
      .map(([name, field]) => [name, exampleOf(asSchema(field), components, [...path, name])] as const)
      .filter(([name, value]) => required.includes(name) || name.endsWith('Id') || !showsNothing(value)),
  );
}

function valueOf(schema: Schema, path: readonly string[]): unknown {
  const known = samples[path.slice(-2).join('.')] ?? samples[path.at(-1) ?? ''];
  if (schema.enum) return schema.enum.find((value) => value === known) ?? schema.enum[0];
  return typeof known === typeOf(schema.type) ? known : plainExample(schema);
}

const asSchema = (schema: Schema['items'] | Schema['additionalProperties']): Schema =>
  typeof schema === 'object' && !Array.isArray(schema) ? schema : {};

/** Ranks alternatives, so that the example uses the most informative one. */
function emptiness({ type, const: only }: Schema): number {
  return type === 'null' || only === '' ? 1 : 0;
}

const typeOf = (type: Schema['type']) => (type === 'integer' ? 'number' : type);

const PLAIN = 'text';
const showsNothing = (value: unknown) => value === PLAIN || value === '';

function plainExample({ type, format, minimum, default: usual }: Schema): unknown {
  if (usual !== undefined) return usual;
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1);
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return formats[format ?? ''] ?? PLAIN;
}

export const EXAMPLE_UUID = '3f0c2a54-8d1e-4c55-9a37-0f6f2f7b1c21';
const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const day = '2026-11-20';
const formats: Partial<Record<string, string>> = {
  date: day,
  'date-time': `${day}T14:30:00Z`,
  email: 'maria.lopez@example.com',
  uri: 'https://systems.example.com/handoff',
  uuid: EXAMPLE_UUID,
};

const samples: Partial<Record<string, string | number | boolean>> = {
  KeepAcceptedYears: 7,
  Answer271: 'ISA*00*          *00*          *ZZ*CMS            *ZZ*HANDOFF        *…',
  At: `${day}T14:30:00Z`,
  AuthorizedVisits: '12',
  BirthDate: '1948-03-12',
  CertifyingNpi: '1234567893',
  City: 'Hartford',
  CheckedAt: `${day}T14:30:00Z`,
  ClinicalSummary: 'Hip replacement, needs wound care.',
  ContactName: 'Pat Contact',
  ContactPhone: '8605550101',
  ContractId: 'H5521',
  ContractIds: 'H5521',
  County: 'Hartford',
  CreatedAt: `${day}T14:30:00Z`,
  Csv: 'Name,Kind\r\nGeneral Hospital,Hospital\r\n',
  DateOfBirth: '1948-03-12',
  DateOfService: day,
  Email: 'maria.lopez@example.com',
  EmergencyPhone: '8605550134',
  EndsOn: '2027-12-31',
  Etag: '48268bd71f44204e15ffb5ac48dc9426',
  Fax: '8605550133',
  FirstName: 'Maria',
  FullName: 'Maria Lopez',
  FileName: 'connecticut.csv',
  Head: sha256,
  Ids: 'referral-1,referral-2',
  ImportId: 'ct-0a1b2c3d4e5f',
  LastName: 'Lopez',
  LocalAccountId: EXAMPLE_UUID,
  Mbi: '1EG4-TE5-MK73',
  MemberId: 'W123456789',
  Name: 'General Hospital',
  Npis: '1234567893',
  Organization: 'General Hospital',
  OrderingNpi: '1234567893',
  OtherDiagnoses: 'E11.9, Z48.00',
  OwnNpis: '1234567893',
  PayerId: '60054',
  PlanId: '013',
  Phone: '8605550132',
  Plan: 'HMO',
  Plans: 'HMO',
  PrimaryDiagnosis: 'I50.9',
  ReceivedAt: `${day}T14:30:00Z`,
  SecretSha256: sha256,
  Services: 'Skilled nursing',
  ServiceTypes: '30',
  RepresentativePhone: '8605550135',
  Sha256: sha256,
  Ssn: '219-09-9999',
  StartsOn: '2026-01-05',
  State: 'CT',
  States: 'CT',
  StreetAddress: '12 Main St',
  TenantId: '4e8fd3a5-3d0c-4ee5-9d5e-5f1c2a7b9e10',
  Text: 'Call after noon.',
  TimeZone: 'America/New_York',
  UpdatedAt: `${day}T14:30:00Z`,
  Until: `${day}T14:30:00Z`,
  ZipCode: '06103',
  ZipCodes: '06103',
  Values: '{"ClinicalSummary":"Half"}',
  'ZipRanges.From': '06101',
  'ZipRanges.To': '06106',
  blobName: '0a1b2c3d4e5f6a7b-8c9d.pdf',
  code: '06103',
  importId: 'ct-0a1b2c3d4e5f',
  state: 'CT',
};
