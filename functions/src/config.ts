import * as z from 'zod';

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
      .regex(/^SIG(KILL|STOP)@[ABC][1-4]$/)
      .optional(),
    /** Object id of the person who becomes administrator at the first sign-in. */
    FIRST_ADMINISTRATOR_OID: guid.optional(),
    /** 32 random bytes or more, in hex. */
    CONTINUATION_KEY: z.string().regex(/^[0-9a-f]{64,}$/),
    SWEEP_SCHEDULE: z.string().min(11),
    /** Set by Azure on every instance. */
    WEBSITE_INSTANCE_ID: z.string().optional(),
  })
  .superRefine((settings, context) => {
    const isLocal = settings.AUTH_LOCAL_ISSUER === 'true';
    if (isLocal && settings.WEBSITE_INSTANCE_ID)
      context.addIssue({ code: 'custom', path: ['AUTH_LOCAL_ISSUER'], message: 'must not be set in Azure' });
    if (!isLocal && settings.LOCAL_SIGNAL_AT)
      context.addIssue({ code: 'custom', path: ['LOCAL_SIGNAL_AT'], message: 'is for this machine only' });
    const issuer = URL.parse(settings.AUTH_ISSUER);
    if (issuer?.protocol !== 'https:' && !(isLocal && issuer?.hostname === 'localhost'))
      context.addIssue({ code: 'custom', path: ['AUTH_ISSUER'], message: 'must be https' });
  });

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
