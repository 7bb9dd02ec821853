import { mkdtemp, rm } from 'node:fs/promises';
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
  const first = await startDemoPlatform();
  const others = Array.from({ length: project.config.maxWorkers - 1 }, startDemoPlatform);
  const platforms = [first, ...(await Promise.all(others))];
  project.provide(
    'urls',
    platforms.map(({ url }) => url),
  );
  return async () => void (await Promise.all(platforms.map(({ stop }) => stop())));
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
  // Tests click faster than people do; the rate limit has its own stories.
  process.env['CALLS_PER_MINUTE'] = '6000';
  process.env['LOCAL_TIMERS'] = timers.join(',');
  const parent = await mkdtemp(path.join(tmpdir(), 'handoff-e2e-'));
  const installation = open({ ...(await freePorts()), HANDOFF_DATA: path.join(parent, 'data') });
  const platform = await startPlatform(installation, {
    say: () => {},
    stopping: new AbortController().signal,
  });
  return {
    url: platform.url,
    stop: async () => {
      await platform.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
