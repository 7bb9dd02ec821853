import * as z from 'zod';

/** Outputs of main.bicep, which azd hands to every hook in its environment. */
const Outputs = z.object({
  AZURE_SUBSCRIPTION_ID: z.guid(),
  AZURE_RESOURCE_GROUP: z.string().min(1),
  API_NAME: z.string().min(1),
  API_ORIGIN: z.url(),
  API_SCOPE: z.string().endsWith('/api.read'),
  WEB_ORIGIN: z.url(),
  WEB_CLIENT_ID: z.guid(),
  TENANT_ID: z.guid(),
  LOGIN_ENDPOINT: z.url(),
  SIGNALR_ENDPOINT: z.url(),
  STORAGE_NAME: z.string().min(1),
  STORAGE_ORIGIN: z.url(),
  STORAGE_EVENT_TOPIC: z.string().min(1),
});
export type Outputs = z.infer<typeof Outputs>;

export const outputNames = Object.keys(Outputs.shape);

export function readOutputs(environment: Record<string, string | undefined> = process.env): Outputs {
  const result = Outputs.safeParse(environment);
  if (result.success) return result.data;
  const names = result.error.issues.map(({ path }) => path.join('.'));
  throw new Error(`azd has no usable value of ${names.join(', ')}: run "azd provision" first.`);
}
