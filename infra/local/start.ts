import { parseArgs } from 'node:util';
import { openEmptyInstallation, openInstallation, type Installation } from './installation.ts';
import { startPlatform } from './platform/start-platform.ts';

// `npm start` runs all of Handoff on this machine until Ctrl-C. With `-- --empty` it has no demo data.

const stopping = new AbortController();

// Ctrl-C reaches the whole process group and npm passes it on too: the second signal must not cut the first short.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(0));
}

const started = start();
try {
  const { platform, installation } = await started;
  say(`\nHandoff is ready at ${platform.url}\n\nSign in as one of:\n${whoCanSignIn(installation)}\n`);
  if (installation.startsEmpty)
    say('There is no demo data in it. Alex makes the agency and gives the others access.');
  say('Ctrl-C stops everything; what you did is kept. `npm run reset` deletes it.');
  fail(await platform.broken);
} catch (error) {
  fail(messageOf(error));
}

async function start() {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false } } });
  const installation = (values.empty ? openEmptyInstallation : openInstallation)(process.env);
  const platform = await startPlatform(installation, { say, stopping: stopping.signal });
  return { installation, platform };
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
