import * as z from 'zod';
import { FieldSecrets } from './platform/azure/keys/field-keys.ts';

/**
 * Options for Node, set as NODE_OPTIONS. Stream objects die young: with a larger space for them an import takes 100
 * MB more and does not collect garbage any cheaper. An import asks for the collection of what died young itself.
 */
export const nodeOptions = '--max-semi-space-size=4 --expose-gc';

/**
 * Set in V8 when an import begins. By default V8 compiles with Maglev after 400 calls, and an import reaches that
 * mostly in SDK code that is then finished. Hot code still gets TurboFan at 3,000 calls, and a million rows take 4 %
 * less CPU. It is not set at startup, because requests would take 8 % more; in Azure imports have workers of their
 * own.
 */
export const importV8Options = '--invocation-count-for-maglev=3000';

const flag = z.enum(['true', 'false']).default('false');
const guid = z.guid();
const https = z.url({ protocol: /^https$/, error: 'must be https' });
/** On a local machine http is accepted, too, but only to that machine. */
const httpsOrThisMachine = z.url().refine((text) => isHttps(text) || isThisMachine(text), 'must be https');

const isHttps = (text: string) => URL.parse(text)?.protocol === 'https:';
const isThisMachine = (text: string) =>
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(URL.parse(text)?.origin ?? '');

const settingsWith = (address: z.ZodURL) => ({
  BLOB_TRIGGER_SOURCE: z.enum(['EventGrid', 'LogsAndContainerScan']),
  COSMOS_ENDPOINT: address,
  COSMOS_DATABASE: z.string().min(1),
  AUTH_ISSUER: address,
  AUTH_AUDIENCE: guid,
  AUTH_JWKS_URI: address,
  AUTH_TENANT_ID: guid,
  AUTH_SCOPE: z.string().min(1),
  /** Application ids of the allowed clients, separated by commas, the web app first. */
  AUTH_CLIENT_IDS: z
    .string()
    .transform((text) => text.split(',').map((id) => id.trim()))
    .pipe(z.array(guid)),
  /** Object id of the person who becomes administrator at the first sign-in. */
  FIRST_ADMINISTRATOR_OID: guid.optional(),
  ELIGIBILITY_PROVIDER: z.enum(['sandbox', 'stedi']).default('sandbox'),
  /** The provider's id for Medicare. */
  ELIGIBILITY_PAYER_ID: z.string().min(1).default('CMS'),
  ELIGIBILITY_SUBMITTER_ID: z
    .string()
    .regex(/^[A-Z0-9]{2,15}$/)
    .default('HANDOFF'),
  STEDI_URL: address.default('https://healthcare.us.stedi.com'),
  /** Until it is set, checks with Stedi report that. The only third-party secret; in Azure a reference to the vault. */
  STEDI_API_KEY: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  /** Sustained limit per person; a fifth of it may come in one burst. */
  CALLS_PER_MINUTE: z.coerce.number().int().min(5).default(300),
  /** The plain way of request-bodies.ts, if an update of Azure's worker breaks ours. */
  COPY_BODIES: flag,
  SWEEP_SCHEDULE: z.string().min(11),
});

/** Settings of a declared local machine, for Azurite, the Cosmos emulator and Core Tools. */
const LocalSettings = z.object({
  RUNS_LOCALLY: z.literal('true'),
  ...settingsWith(httpsOrThisMachine),
  AzureWebJobsStorage: z.string().min(1),
  COSMOS_KEY: z.string().min(1),
  AzureSignalRConnectionString: z.string().startsWith('Endpoint='),
  /**
   * 32 random bytes or more, in hex: the keys for continuations and for request fingerprints are derived from it.
   * During a rotation the new secret comes first, then a comma and the old one.
   */
  CONTINUATION_KEY: z
    .string()
    .regex(/^[0-9a-f]{64,}(,[0-9a-f]{64,})*$/)
    .transform((text) => text.split(',')),
  /** JSON of the keys for patient numbers. */
  FIELD_KEYS: z.string().transform(fromJson).pipe(FieldSecrets),
  /** `SIGKILL@A2` kills or suspends the process when it first reaches a checkpoint. For tests only. */
  LOCAL_SIGNAL_AT: z
    .string()
    .regex(/^SIG(KILL|STOP)@[ABC][1-4][ap]?$/)
    .optional(),
});

/** Settings everywhere else: addresses and an identity, no key and no connection string. */
const AzureSettings = z.object({
  ...settingsWith(https),
  AzureWebJobsStorage__blobServiceUri: https,
  AzureWebJobsStorage__queueServiceUri: https,
  AzureWebJobsStorage__credential: z.literal('managedidentity'),
  AzureWebJobsStorage__clientId: guid,
  SIGNALR_ENDPOINT: https,
  /** Destination of traces and metrics when no collector is set; the host reads it, too. */
  APPLICATIONINSIGHTS_CONNECTION_STRING: z
    .string()
    .regex(/InstrumentationKey=[\w-]{36}(;|$)/)
    .regex(/IngestionEndpoint=https:/)
    .optional(),
  /** The key that wraps the keys for patient numbers. */
  FIELD_KEYS_VAULT_KEY: https.regex(/\/keys\/[\w-]+\/[0-9a-f]+$/),
  /** When it is raised by one, the next start makes a new key for later values. */
  FIELD_KEYS_VERSION: z.coerce.number().int().min(1).max(99).default(1),
  /** The same for the keys that find equal numbers, and from which signing keys are derived. */
  FIELD_KEYS_INDEX_VERSION: z.coerce.number().int().min(1).max(99).default(1),
  /** Selects which of the app's identities to use. */
  IDENTITY_CLIENT_ID: guid,
  /** An explicit setting for demonstrations in Azure, because the sandbox is not Medicare. */
  ELIGIBILITY_SANDBOX_IN_AZURE: flag,
  /** Azure sets these two on every instance. */
  IDENTITY_ENDPOINT: z.url(),
  IDENTITY_HEADER: z.string().min(1),
});

export type LocalConfig = { place: 'local' } & z.infer<typeof LocalSettings>;
export type AzureConfig = { place: 'azure' } & z.infer<typeof AzureSettings>;
export type Config = LocalConfig | AzureConfig;

export const settingNames = {
  local: Object.keys(LocalSettings.shape),
  azure: Object.keys(AzureSettings.shape),
};

/** Azure Functions sets at least one of these; CONTAINER_NAME, too, but so do developers' machines. */
const azureMarks = [
  'WEBSITE_SITE_NAME',
  'WEBSITE_SKU',
  'WEBSITE_POD_NAME',
  'WEBSITE_INSTANCE_ID',
  'CONTAINER_APP_NAME',
  'LEGION_SERVICE_HOST',
];

/** Settings for a local machine only, or that would carry a key into Azure. */
export const refusedInAzure = [
  ...settingNames.local.filter((name) => !settingNames.azure.includes(name)),
  'FIELD_KEYS_WRAPPED',
  'AzureWebJobsStorage__accountKey',
  'AzureWebJobsStorage__connectionString',
  'AzureWebJobsDashboard',
  'AZURE_CLIENT_SECRET',
];
const holdsKey = /\b(AccountKey|AccessKey|SharedAccessKey|SharedAccessSignature|ClientSecret)=/i;

/** Compiling a schema does not pay for a single parse, and every cold start would wait for it. */
const once = { jitless: true };

/** Reads the configuration of this process; throws an error that names every wrong setting and shows no value. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const marks = azureMarks.filter((name) => given[name] !== undefined);
  const isDeclaredLocal = given['RUNS_LOCALLY'] === 'true';
  if (isDeclaredLocal && marks.length === 0) {
    const local = LocalSettings.safeParse(given, once);
    if (local.success) return { place: 'local', ...local.data };
    throw wrongSettings(problemsOf(local.error));
  }
  const azure = AzureSettings.safeParse(given, once);
  const problems = [...misplaced(given), ...(azure.success ? [] : problemsOf(azure.error))];
  if (azure.success && problems.length === 0) return { place: 'azure', ...azure.data };
  if (isDeclaredLocal) problems.push(`This is Azure, as ${marks.join(', ')} shows.`);
  else if (marks.length === 0) problems.push('On a machine of your own, set RUNS_LOCALLY=true.');
  throw wrongSettings(problems);
}

function misplaced(given: Record<string, string | undefined>): string[] {
  const keys = Object.entries(given).filter(
    ([name, value]) => refusedInAzure.includes(name) || holdsKey.test(value ?? ''),
  );
  const isSandbox = (given['ELIGIBILITY_PROVIDER'] ?? 'sandbox') === 'sandbox';
  return [
    ...keys.map(([name]) => `${name}: must not be set in Azure`),
    ...(isSandbox && given['ELIGIBILITY_SANDBOX_IN_AZURE'] !== 'true'
      ? ['ELIGIBILITY_PROVIDER: the sandbox must not answer in Azure unless that is allowed']
      : []),
  ];
}

const wrongSettings = (problems: string[]) =>
  new Error(
    `These settings are missing or invalid:\n${[...new Set(problems)].map((text) => `  ${text}`).join('\n')}`,
  );

const problemsOf = (error: z.ZodError) =>
  error.issues.map((issue) => `${issue.path[0]?.toString()}: ${problem(issue)}`);

function problem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'missing';
  return issue.message === 'must be https' ? issue.message : `not valid (${issue.code})`;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
