import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@handoff/local/platform/ports';
import { openInstallation } from '@handoff/local/installation';
import { startPlatform } from '@handoff/local/platform/start-platform';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    url: string;
  }
}

/** The whole product, freshly seeded, on ports and data of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = await mkdtemp(path.join(tmpdir(), 'handoff-e2e-'));
  const environment = { ...(await freePorts()), HANDOFF_DATA: path.join(parent, 'data') };
  const platform = await startPlatform(openInstallation(environment), {
    say: () => {},
    stopping: new AbortController().signal,
  });
  project.provide('url', platform.url);
  return async () => {
    await platform.stop();
    await rm(parent, { recursive: true, force: true });
  };
}
