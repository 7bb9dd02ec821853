import { dataFolder } from '../installation.ts';
import { addKeys, removeKeys, renewAll, showKeys } from './rotation.ts';

// `npx node infra/local/keys/run.ts` shows how many values each version of this installation's keys seals; the
// installation must be stopped. With `add` it makes a new version and moves everything to it, with `renew` it continues
// after an interruption, and with `remove` it removes the versions that nothing uses.

const commands = new Map([
  [undefined, showKeys],
  ['add', addKeys],
  ['renew', renewAll],
  ['remove', removeKeys],
]);
const [, , name] = process.argv;
const command = commands.get(name);
try {
  if (!command) throw new Error('Usage: npx node infra/local/keys/run.ts [add | renew | remove]');
  await command(dataFolder(process.env), (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
