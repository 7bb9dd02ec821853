import * as z from 'zod';
import { FieldSecrets } from './platform/azure/keys/field-keys.ts';
import { WrappedSecrets } from './platform/azure/keys/key-vault.ts';

const flag = z.enum(['true', 'false']).default('false');
const guid = z.guid();

const Settings = z
  .object({
    AzureWebJobsStorage: z.string().min(1),
    BLOB_TRIGGER_SOURCE: z.enum(['EventGrid', 'LogsAndContainerScan']),
    COSMOS_ENDPOINT: z.url(),
    COSMOS_KEY: z.string().min(1),
    COSMOS_DATABASE: z.string().min(1),
    AzureSignalRConnectionString: z.string().startsWith('Endpoint='),
    AUTH_ISSUER: z.url(),
    AUTH_AUDIENCE: guid,
    AUTH_JWKS_URI: z.url(),
    AUTH_TENANT_ID: guid,
    AUTH_SCOPE: z.string().min(1),
    /** Lets an http issuer on localhost sign people in: this machine only. */
    AUTH_LOCAL_ISSUER: flag,
    /** `SIGKILL@A2`: this process ends itself, or stands still, the first time it gets to a checkpoint. Tests only. */
    LOCAL_SIGNAL_AT: z
      .string()
      .regex(/^SIG(KILL|STOP)@[ABC][1-4][ap]?$/)
      .optional(),
    /** Object id of the person who becomes administrator at the first sign-in. */
    FIRST_ADMINISTRATOR_OID: guid.optional(),
    /**
     * 32 random bytes or more, in hex: the keys for continuations and for fingerprints of requests are derived from it.
     * While it is rotated the new one comes first, and the former after a comma.
     */
    CONTINUATION_KEY: z
      .string()
      .regex(/^[0-9a-f]{64,}(,[0-9a-f]{64,})*$/)
      .transform((text) => text.split(',')),
    /** JSON of the keys for patient numbers: this machine only. */
    FIELD_KEYS: z.string().transform(fromJson).pipe(FieldSecrets).optional(),
    /** In Azure: the same JSON with each key wrapped by the vault's, and that key's address. */
    FIELD_KEYS_WRAPPED: z.string().transform(fromJson).pipe(WrappedSecrets).optional(),
    FIELD_KEYS_VAULT_KEY: z
      .url({ protocol: /^https$/, hostname: /\.vault\.azure\.net$/ })
      .regex(/\/keys\/[\w-]+\/[0-9a-f]+$/)
      .optional(),
    /** Of the app's identities the one that may unwrap, when it has several. */
    IDENTITY_CLIENT_ID: guid.optional(),
    ELIGIBILITY_PROVIDER: z.enum(['sandbox', 'stedi']).default('sandbox'),
    /** For a demonstration in Azure, and said so expressly: the sandbox is not Medicare. */
    ELIGIBILITY_SANDBOX_IN_AZURE: flag,
    /** Medicare, as the provider names it. */
    ELIGIBILITY_PAYER_ID: z.string().min(1).default('CMS'),
    ELIGIBILITY_SUBMITTER_ID: z
      .string()
      .regex(/^[A-Z0-9]{2,15}$/)
      .default('HANDOFF'),
    STEDI_URL: z.url().default('https://healthcare.us.stedi.com'),
    /** Until there is one every check with Stedi says so. */
    STEDI_API_KEY: z.string().optional(),
    /** Of one person, in the long run; a fifth of them at once. */
    CALLS_PER_MINUTE: z.coerce.number().int().min(5).default(300),
    SWEEP_SCHEDULE: z.string().min(11),
    /** These three are set by Azure on every instance. */
    IDENTITY_ENDPOINT: z.url().optional(),
    IDENTITY_HEADER: z.string().optional(),
    WEBSITE_INSTANCE_ID: z.string().optional(),
  })
  .superRefine((settings, context) => {
    const isLocal = settings.AUTH_LOCAL_ISSUER === 'true';
    for (const [name, message] of misplaced(settings))
      context.addIssue({ code: 'custom', path: [name], message });
    const issuer = URL.parse(settings.AUTH_ISSUER);
    if (issuer?.protocol !== 'https:' && !(isLocal && issuer?.hostname === 'localhost'))
      context.addIssue({ code: 'custom', path: ['AUTH_ISSUER'], message: 'must be https' });
  });

interface Placed {
  AUTH_LOCAL_ISSUER: string;
  ELIGIBILITY_PROVIDER: string;
  ELIGIBILITY_SANDBOX_IN_AZURE: string;
  FIELD_KEYS?: object | undefined;
  FIELD_KEYS_WRAPPED?: object | undefined;
  FIELD_KEYS_VAULT_KEY?: string | undefined;
  LOCAL_SIGNAL_AT?: string | undefined;
  WEBSITE_INSTANCE_ID?: string | undefined;
}

/** What belongs on this machine only, or in Azure only. */
function misplaced(settings: Placed): [name: string, message: string][] {
  const problems: [string, string][] = [];
  if (settings.LOCAL_SIGNAL_AT && settings.AUTH_LOCAL_ISSUER !== 'true')
    problems.push(['LOCAL_SIGNAL_AT', 'is for this machine only']);
  if (Boolean(settings.FIELD_KEYS_WRAPPED) !== Boolean(settings.FIELD_KEYS_VAULT_KEY))
    problems.push(['FIELD_KEYS_WRAPPED', 'comes with FIELD_KEYS_VAULT_KEY, or not at all']);
  if (!settings.WEBSITE_INSTANCE_ID) {
    if (!settings.FIELD_KEYS) problems.push(['FIELD_KEYS', 'missing']);
    return problems;
  }
  if (settings.AUTH_LOCAL_ISSUER === 'true') problems.push(['AUTH_LOCAL_ISSUER', 'must not be set in Azure']);
  if (settings.FIELD_KEYS) problems.push(['FIELD_KEYS', 'must not be set in Azure']);
  if (settings.ELIGIBILITY_PROVIDER === 'sandbox' && settings.ELIGIBILITY_SANDBOX_IN_AZURE !== 'true')
    problems.push(['ELIGIBILITY_PROVIDER', 'the sandbox must not answer in Azure unless that is allowed']);
  return problems;
}

export type Config = z.infer<typeof Settings>;

export const settingNames = Object.keys(Settings.shape);

/** The configuration of this process; throws an error that names every wrong setting and shows no value. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = Settings.safeParse(given);
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${problem(issue)}`);
  throw new Error(`These settings are missing or invalid:\n${[...new Set(wrong)].join('\n')}`);
}

function problem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return issue.message;
  return issue.code === 'invalid_type' ? 'missing' : `not valid (${issue.code})`;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
