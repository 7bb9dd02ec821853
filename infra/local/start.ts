import { parseArgs } from 'node:util';
import { openEmptyInstallation, openInstallation, viteUrl, type Installation } from './installation.ts';
import { startPlatform } from './platform/start-platform.ts';

// `npm start` runs all of Handoff on this machine until Ctrl-C. With `-- --empty` it has no demo data. `npm run dev`
// also runs saved changes; with `-- --inspect` a debugger can attach to the API, and with `-- --host func` it runs in
// Azure Functions Core Tools.

const INSPECT_PORT = 9229;
const stopping = new AbortController();

// Ctrl-C reaches the whole process group and npm passes it on too: the second signal must not cut the first short.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(0));
}

const started = start();
try {
  const { platform, installation, values } = await started;
  const address = values.watch ? viteUrl(installation) : platform.url;
  say(`\nHandoff is ready at ${address}\n\nSign in as one of:\n${whoCanSignIn(installation)}\n`);
  if (installation.startsEmpty)
    say('There is no demo data in it. Alex makes the agency and gives the others access.');
  if (values.watch) say('Saved changes of the web app and the API run at once.');
  if (values.inspect) say(`A debugger can attach to the API at 127.0.0.1:${INSPECT_PORT}.`);
  say('Ctrl-C stops everything; what you did is kept. `npm run reset` deletes it.');
  fail(await platform.broken);
} catch (error) {
  fail(messageOf(error));
}

async function start() {
  const { values } = parseArgs({
    options: {
      empty: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      host: { type: 'string', default: 'own' },
      inspect: { type: 'boolean', default: false },
    },
  });
  if (!['own', 'func'].includes(values.host)) throw new Error('Choose --host own or --host func.');
  const installation = (values.empty ? openEmptyInstallation : openInstallation)(process.env);
  const platform = await startPlatform(installation, {
    say,
    stopping: stopping.signal,
    hasReload: values.watch,
    usesCoreTools: values.host === 'func',
    inspectPort: values.inspect ? INSPECT_PORT : undefined,
  });
  return { installation, platform, values };
}

function fail(message: string): void {
  if (stopping.signal.aborted) return;
  process.stderr.write(`\n${message}\n`);
  void stop(1);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n  because: ${messageOf(error.cause)}`;
}

async function stop(code: number): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  // While starting, one step cannot be interrupted; parts end by themselves when this process does.
  setTimeout(() => process.exit(code), 2_800);
  const running = await started.catch(() => undefined);
  await running?.platform.stop();
  process.exit(code);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function whoCanSignIn({ people }: Installation): string {
  const width = Math.max(...people.map(([, person]) => person.name.length));
  return people
    .map(([name, person]) => `  ${name.padEnd(7)} ${person.name.padEnd(width)}  ${person.title}`)
    .join('\n');
}
