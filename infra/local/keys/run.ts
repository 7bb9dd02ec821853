import { dataFolder } from '../installation.ts';
import { addKeys, removeKeys, renewAll, showKeys } from './rotation.ts';

// `npm run keys`: how much is under each version of the keys of this installation, which has to be stopped. With
// `-- add` a new version is made and everything put under it, `-- renew` goes on where that was ended, and `-- remove`
// removes the versions that nothing uses.

const commands = new Map([
  [undefined, showKeys],
  ['add', addKeys],
  ['renew', renewAll],
  ['remove', removeKeys],
]);
const [, , name] = process.argv;
const command = commands.get(name);
try {
  if (!command) throw new Error('Known are: npm run keys, and with -- add, -- renew or -- remove.');
  await command(dataFolder(process.env), (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
