import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { outliveFullDisk } from '../platform/outlive-full-disk.ts';
import { settingsIn } from './app/app-functions.ts';
import { start } from './host.ts';
import { describeError, logToStdout } from './log.ts';

const { values } = parseArgs({
  options: {
    entry: { type: 'string', default: 'functions/dist/index.cjs' },
    'host-json': { type: 'string', default: 'host.json' },
    port: { type: 'string', default: '7145' },
    'cors-origins': { type: 'string' },
    'blob-poll-ms': { type: 'string' },
    'queue-lease-seconds': { type: 'string' },
    'grace-ms': { type: 'string' },
    timers: { type: 'string' },
    'worker-process': { type: 'boolean', default: false },
  },
});

outliveFullDisk();
const started = start({
  entry: resolve(values.entry),
  hostJson: resolve(values['host-json']),
  port: Number(values.port),
  settings: settingsIn(process.env),
  cors: values['cors-origins'] === undefined ? undefined : { origins: values['cors-origins'].split(',') },
  blobPollMs: optionalNumber(values['blob-poll-ms']),
  queueLeaseSeconds: optionalNumber(values['queue-lease-seconds']),
  graceMs: optionalNumber(values['grace-ms']),
  timers: values.timers?.split(',').filter(Boolean),
  hasWorkerProcess: values['worker-process'],
  onEnded: () => process.exit(1),
});

// Ctrl-C reaches the whole process group and npm passes it on too: the second signal must not cut the first short.
let isClosing = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!isClosing) void closeAndExit();
    isClosing = true;
  });
}

// For tests that set NODE_COMPILE_CACHE and end this process with SIGKILL.
started.then(() => flushCompileCache()).catch(fail);

async function closeAndExit() {
  try {
    const host = await started;
    await host.close();
    // An invocation that outlived its grace time would keep the process alive.
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown) {
  logToStdout({ level: 'critical', category: 'host', message: describeError(error) });
  process.exit(1);
}

function optionalNumber(text: string | undefined) {
  return text === undefined ? undefined : Number(text);
}
