import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmptyInstallation, openInstallation } from '@handoff/local/installation';
import { freePorts } from '@handoff/local/platform/ports';
import { startPlatform } from '@handoff/local/platform/start-platform';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One platform per worker. */
    urls: string[];
  }
}

interface RunningPlatform {
  url: string;
  stop: () => Promise<void>;
}

/** The complete product with the demo agencies, once per worker, so that parallel test files share no data. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = await mkdtemp(path.join(tmpdir(), 'handoff-e2e-'));
  const seeded = path.join(parent, 'seeded');
  // Filling in the demo agencies takes half a minute, and copying them a second.
  await (await startIn(seeded, openInstallation)).stop();
  const platforms = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, async (_, number) => {
      const data = path.join(parent, String(number));
      await cp(seeded, data, { recursive: true });
      return startIn(data, openInstallation);
    }),
  );
  project.provide(
    'urls',
    platforms.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(platforms.map(({ stop }) => stop()));
    await rm(parent, { recursive: true, force: true });
  };
}

export function startDemoPlatform(): Promise<RunningPlatform> {
  return startOwnPlatform(openInstallation);
}

/** The complete product before its setup, for one test: Alex Admin is its administrator, and no one else has access. */
export function startEmptyPlatform(): Promise<RunningPlatform> {
  return startOwnPlatform(openEmptyInstallation);
}

/**
 * Only timers with a configurable interval. The others depend on the time of day, and would notify people in the middle
 * of a story.
 */
const timers = ['sweepOutbox', 'sweepImports', 'sweepEligibility', 'deliverWebhooks', 'receiveTransfers'];

/** Starts on its own ports and data. */
async function startOwnPlatform(open: typeof openInstallation): Promise<RunningPlatform> {
  const parent = await mkdtemp(path.join(tmpdir(), 'handoff-e2e-'));
  const { url, stop } = await startIn(path.join(parent, 'data'), open);
  return {
    url,
    stop: async () => {
      await stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

async function startIn(data: string, open: typeof openInstallation): Promise<RunningPlatform> {
  // Tests click faster than people do; the rate limit has its own stories.
  process.env['CALLS_PER_MINUTE'] = '6000';
  process.env['LOCAL_TIMERS'] = timers.join(',');
  const installation = open({ ...(await freePorts()), HANDOFF_DATA: data });
  return startPlatform(installation, { say: () => {}, stopping: new AbortController().signal });
}
