import { nodeOptions } from '@handoff/functions/config';
import { checkCoreTools, startCoreTools } from './core-tools.ts';
import { buildProduct } from './build-product.ts';
import { checkPorts } from './ports.ts';
import { functionsSettings, webUrl, type Installation } from '../installation.ts';
import { localParts } from './real-parts.ts';
import { prepareData } from './prepare-data.ts';
import { restarted } from './restarted.ts';
import { runPart, type Part, type PartName } from './run-part.ts';
import { findRunning, forgetRunning, rememberRunning } from './running-platform.ts';

export interface Platform {
  url: string;
  /** Resolves with the reason when a part ended unexpectedly. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

interface Watch {
  say: (line: string) => void;
  /** Aborted by a caller who does not wait for the rest. */
  stopping: AbortSignal;
  /** Builds and runs saved changes. */
  hasReload?: boolean;
  /** Port of a debugger in the API's process. */
  inspectPort?: number | undefined;
  /** Runs the API in Azure Functions Core Tools. */
  usesCoreTools?: boolean;
}

/** Starts the platform part by part; when one cannot start, none is left running. */
export async function startPlatform(installation: Installation, watch: Watch): Promise<Platform> {
  const { folder, ports, real } = installation;
  const { say, stopping, hasReload = false, inspectPort, usesCoreTools = false } = watch;
  const url = webUrl(installation);
  const other = await findRunning(folder);
  if (other) throw new Error(`Handoff is running already: ${other.url} (process ${other.pid}).`);
  if (usesCoreTools) checkCoreTools(process.env);
  await checkPorts(ports, hasReload ? 'npm run dev' : 'npm start');

  const parts: Part[] = [];
  const environment = { ...process.env, HANDOFF_DATA: folder, ...asTexts(ports) };
  const run = async (
    name: PartName,
    own: Record<string, string> = {},
    onMessage?: (message: unknown) => void,
  ) => {
    stopping.throwIfAborted();
    parts.push(await runPart(name, { folder, environment: { ...environment, ...own }, onMessage }));
  };
  const stop = () => stopInOrder(parts, folder);

  try {
    rememberRunning(folder, { url, cosmosUrl: functionsSettings(installation).COSMOS_ENDPOINT, ports });
    say('Building, and starting storage, database, live messages and sign-in …');
    const local = localParts(real);
    const stores = local.stores.map((name) => run(name));
    await allOf([
      buildProduct(),
      ...local.others.map((name) => run(name)),
      allOf(stores).then(() => prepareData(installation, say)),
    ]);
    say('Starting the API and the web app …');
    const host = {
      folder,
      environment: {
        ...environment,
        NODE_OPTIONS: hasReload ? `${nodeOptions} --enable-source-maps` : nodeOptions,
        ...(inspectPort !== undefined && { INSPECT_PORT: String(inspectPort) }),
      },
      onMessage: (line: unknown) => say(String(line)),
    };
    const startHost = (isAgain: boolean) =>
      usesCoreTools
        ? startCoreTools(installation, inspectPort)
        : runPart('functions', { ...host, appends: isAgain });
    stopping.throwIfAborted();
    parts.push(await restarted(startHost, say));
    await run('web');
    const api = parts.find(({ name }) => name === 'functions');
    if (hasReload) await allOf([run('rebuild', {}, () => api?.send('reload')), run('vite')]);
    await checkAnswer(`http://127.0.0.1:${ports.WEB_PORT}/api/health`);
  } catch (error) {
    await stop();
    throw error;
  }
  const broken = Promise.race(
    parts.map(
      async ({ name, ended, logFile }) => `The part "${name}" ended (${await ended}). See ${logFile}`,
    ),
  );
  return { url, broken, stop };
}

/** The Functions host stops first, so that no invocation loses its store midway. */
async function stopInOrder(parts: Part[], folder: string): Promise<void> {
  const host = parts.filter((part) => part.name === 'functions');
  await Promise.all(host.map((part) => part.stop()));
  await Promise.all(parts.map((part) => part.stop()));
  forgetRunning(folder);
}

/** Waits for all even when one fails, so that everything that did start can be stopped. */
async function allOf(steps: Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(steps))
    if (outcome.status === 'rejected') throw outcome.reason;
}

async function checkAnswer(url: string): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
}

function asTexts(ports: Installation['ports']): Record<string, string> {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
}
