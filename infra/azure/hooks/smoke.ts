import { setTimeout as sleep } from 'node:timers/promises';
import { readOutputs, type Outputs } from './outputs.ts';
import { staticWebApp, webConfig } from './web-config.ts';

const TRIES = 10;

// Runs after deployment and checks from outside without signing in.
if (import.meta.main) {
  const outputs = readOutputs();
  const problems = await smoke(outputs, { fetch, pause: () => sleep(15_000) });
  process.stdout.write(`Web app: ${outputs.WEB_ORIGIN}\nAPI: ${outputs.API_ORIGIN}/api/health\n`);
  for (const problem of problems) process.stdout.write(`FAILED ${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

interface Tools {
  fetch: Fetch;
  pause: () => Promise<unknown>;
}

/** Describes everything that does not answer as it should; waits for a cold API. */
export async function smoke(outputs: Outputs, tools: Tools): Promise<string[]> {
  const { API_ORIGIN: api, WEB_ORIGIN: web } = outputs;
  const get = tools.fetch;
  const checks: [string, () => Promise<boolean>][] = [
    ['the API is healthy', async () => (await get(`${api}/api/health`)).ok],
    [
      'the API refuses who is not signed in',
      async () => (await get(`${api}/api/users/get`, keyed)).status === 401,
    ],
    [
      'the API answers the web app and no other origin',
      async () => (await preflight(web)) === web && (await preflight('https://elsewhere.example')) === null,
    ],
    [
      'the web app knows its API',
      async () => (await (await get(`${web}/config.json`)).text()).includes(webConfig(outputs).apiBase),
    ],
    [
      'the web app sends its security headers',
      async () => (await get(`${web}/`)).headers.get('content-security-policy') === policyOf(outputs),
    ],
    [
      'the tenant signs people in',
      async () => (await get(`${webConfig(outputs).authority}/v2.0/.well-known/openid-configuration`)).ok,
    ],
  ];
  const results = await Promise.all(
    checks.map(async ([name, holds]) => ((await eventually(holds)) ? [] : [name])),
  );
  return results.flat();

  async function preflight(origin: string): Promise<string | null> {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
    const answer = await get(`${api}/api/users/get`, { method: 'OPTIONS', headers });
    return answer.headers.get('access-control-allow-origin');
  }

  async function eventually(holds: () => Promise<boolean>): Promise<boolean> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      if (await holds().catch(() => false)) return true;
      if (attempt < TRIES) await tools.pause();
    }
    return false;
  }
}

const keyed = { headers: { 'Idempotency-Key': '00000000-0000-4000-8000-000000000000' } };

const policyOf = (outputs: Outputs) =>
  staticWebApp(outputs).routes.find(({ route }) => route === '/*')?.headers['Content-Security-Policy'];
