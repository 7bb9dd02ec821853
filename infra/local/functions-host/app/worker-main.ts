import { describeError } from '../log.ts';
import { outliveFullDisk } from '../../platform/outlive-full-disk.ts';
import { settingsIn } from './app-functions.ts';
import { Call, type WorkerMessage } from './worker-process.ts';
import { startWorker } from './worker.ts';

// The process that worker-process.ts starts: `worker-main.ts <bundle>`. Its settings are its environment.

const [entry = ''] = process.argv.slice(2);
const send = (message: WorkerMessage) => void process.send?.(message);

outliveFullDisk();
// Ctrl-C reaches the whole process group; the host says when the worker ends, by cutting the connection.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {});

try {
  await run();
} catch (error) {
  send({ refused: describeError(error) });
  process.exitCode = 1;
  process.disconnect();
}

async function run() {
  const settings = settingsIn(process.env);
  const worker = await startWorker({ entry, settings, log: (log) => send({ log }) });
  process.on('message', (message) => void answer(Call.parse(message)));
  process.once('disconnect', () => void worker.stop().finally(() => process.exit()));
  send({ functions: worker.functions });

  async function answer({ call, target, input }: Call) {
    try {
      send({ answered: call, response: await worker.invoke(target, input) });
    } catch (error) {
      send({ failed: call, reason: describeError(error) });
    }
  }
}
