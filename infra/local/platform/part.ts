import { mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  root,
  appOrigins,
  apiClientId,
  browserConfig,
  browserOrigins,
  clientId,
  functionsSettings,
  openInstallation,
  storageOrigin,
  tenantId,
} from '../installation.ts';
import { outliveFullDisk } from './outlive-full-disk.ts';
import { logFileOf, partNames } from './run-part.ts';

// Runs one part of the platform as a separate process: `part.ts <name>`, started by run-part.ts. The modules are
// loaded late, so that each process loads only its own.

interface Running {
  close(): Promise<void>;
}

const { env } = process;
const installation = openInstallation(env);
const { folder, ports, keys, people } = installation;

const starters: Record<(typeof partNames)[number], () => Promise<Running>> = {
  async azurite() {
    const { azuriteConnectionString, startAzurite } = await import('../azurite.ts');
    const { createScanner } = await import('../malware-scan/scanner.ts');
    const scanner = createScanner(azuriteConnectionString(ports));
    return startAzurite({
      location: folderOf('azurite'),
      blobPort: ports.AZURITE_BLOB_PORT,
      queuePort: ports.AZURITE_QUEUE_PORT,
      tablePort: ports.AZURITE_TABLE_PORT,
      onBlobWritten: (blob) => scanner.onBlobWritten(blob),
    });
  },
  async cosmos() {
    const { startCosmos } = await import('../cosmos/start.ts');
    const { crossPartitionQueries } = await import('@handoff/functions/platform/containers');
    return startCosmos({
      port: ports.COSMOS_PORT,
      file: path.join(folderOf('cosmos'), 'cosmos.sqlite'),
      crossPartitionQueries,
    });
  },
  async signalr() {
    const { startSignalR } = await import('../signalr/start-signalr.ts');
    return startSignalR({
      port: ports.SIGNALR_PORT,
      accessKey: keys.signalrAccessKey,
      webOrigins: appOrigins(installation),
    });
  },
  async identity() {
    const { startIdentity } = await import('../identity/start-identity.ts');
    return startIdentity({
      port: ports.IDENTITY_PORT,
      dataFolder: folderOf('identity'),
      people: people.map(([, person]) => person),
      tenantId,
      clientId,
      apiClientId,
      appOrigins: appOrigins(installation),
    });
  },
  async functions() {
    const { start } = await import('../functions-host/host.ts');
    const { describeError } = await import('../functions-host/log.ts');
    const inspectPort = process.env['INSPECT_PORT'];
    const startHost = () =>
      start({
        entry: path.join(root, 'functions/dist/index.cjs'),
        hostJson: path.join(root, 'host.json'),
        port: ports.FUNCTIONS_PORT,
        settings: functionsSettings(installation),
        hasWorkerProcess: true,
        inspectPort: inspectPort === undefined ? undefined : Number(inspectPort),
        onEnded: () => process.exit(1),
        // For tests, whose stories run past the minutes of housekeeping.
        timers: process.env['LOCAL_TIMERS']?.split(','),
      });
    let host = startHost();
    process.on('message', () => {
      host = host.then(async (former) => {
        try {
          if (await former.reload()) process.send?.('The API runs the new code.');
          else return await replace(former);
        } catch (error) {
          process.send?.(`The new code of the API does not start: ${describeError(error)}`);
        }
        return former;
      });
    });
    async function replace(former: Awaited<typeof host>) {
      await former.close();
      const next = await startHost();
      process.send?.('The API runs the new code, with other functions.');
      return next;
    }
    await host;
    return { close: async () => (await host).close() };
  },
  async web() {
    const { startWeb } = await import('../web/start-web.ts');
    return startWeb({
      port: ports.WEB_PORT,
      apiUrl: `http://127.0.0.1:${ports.FUNCTIONS_PORT}`,
      config: browserConfig(installation),
      origins: browserOrigins(installation),
      storage: storageOrigin(ports),
      logFile: logFileOf(folder, 'functions'),
    });
  },
};

function folderOf(part: string): string {
  const own = path.join(folder, part);
  mkdirSync(own, { recursive: true });
  return own;
}

const name = partNames.find((known) => known === process.argv[2]);
if (name === undefined) throw new Error(`There is no part "${process.argv[2]}".`);

// Ctrl-C reaches the entire process group, but the parent process stops the parts in order.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('SIGTERM', () => void stop());
// The part also ends when the platform was killed, so nothing is left running.
process.on('disconnect', () => void stop());

outliveFullDisk();
let running: Running | undefined;
let isStopping = false;
try {
  running = await starters[name]();
  process.send?.({ ready: true });
} catch (error) {
  console.error(error);
  process.exit(1);
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await running?.close();
  process.exit(0);
}
