import { Agent, request } from 'node:http';

export interface Shot {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends requests from each `next` in parallel, one at a time each, until `count` are answered; returns the
 * milliseconds of each.
 */
export async function fire(next: (() => Shot)[], count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let left = count;
  const shooters = next.map(async (shot) => {
    while (left > 0) {
      left -= 1;
      times.push(await answered(agent, shot()));
    }
  });
  await Promise.all(shooters);
  agent.destroy();
  return times;
}

function answered(agent: Agent, { url, method, headers, body }: Shot): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        if (response.statusCode !== 200) text += chunk.toString();
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text}`));
      });
      response.on('error', reject);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

/** Returns the value that this share of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
