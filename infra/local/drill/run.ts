import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restoreDrill } from './restore-drill.ts';

// `npm run test:long restore` runs the drill on separate data; the data of `npm start` is not touched.
const folder = await mkdtemp(path.join(tmpdir(), 'handoff-drill-'));
try {
  const result = await restoreDrill({ folder, say: (line) => process.stdout.write(`${line}\n`) });
  const { recordsLost, filesLost, auditBroken, sealedUnreadable, writtenTwice } = result;
  process.stdout.write(`RESULT ${JSON.stringify(result)}\n`);
  process.exitCode = recordsLost + filesLost + auditBroken + sealedUnreadable + writtenTwice > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
