/** The addresses for sign-in and API of this installation. They are fetched at run time, never compiled in. */
export interface WebConfig {
  clientId: string;
  authority: string;
  /** For an authority that publishes no metadata, such as the local identity server. */
  endpoints?: Record<string, string>;
  scope: string;
  apiBase: string;
  /** The page where developers read recent traces; only on a local installation. */
  traces?: string;
}

export async function fetchWebConfig(): Promise<WebConfig> {
  const response = await fetch('/config.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`config.json: ${response.status} ${response.statusText}`);
  return parseWebConfig(await response.json());
}

// Uses no schema library, because the sign-in button waits for this.
function parseWebConfig(json: unknown): WebConfig {
  const clientId = textOf(json, 'clientId');
  const authority = textOf(json, 'authority');
  const scope = textOf(json, 'scope');
  const apiBase = textOf(json, 'apiBase');
  const endpoints = endpointsOf(json);
  const traces = fieldOf(json, 'traces');
  return {
    clientId,
    authority,
    scope,
    apiBase,
    ...(endpoints && { endpoints }),
    ...(typeof traces === 'string' && { traces }),
  };
}

function textOf(json: unknown, name: string): string {
  const value = fieldOf(json, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`config.json does not say "${name}".`);
}

function endpointsOf(json: unknown): Record<string, string> | undefined {
  const value = fieldOf(json, 'endpoints');
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, url]) => [name, String(url)]));
}

function fieldOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null
    ? Object.entries(json).find(([key]) => key === name)?.[1]
    : undefined;
}
