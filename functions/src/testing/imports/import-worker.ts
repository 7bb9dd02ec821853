import { importFile } from '../../imports/worker/import-file.ts';
import { fileKinds } from './file-kinds.ts';
import { importMemory } from '../../imports/worker/import-memory.ts';
import { createBlobStore } from '../../platform/azure/blobs.ts';
import { createWebhookSender } from '../../platform/azure/webhook-sender.ts';
import { systemClock, systemRandom } from '../../platform/process.ts';
import { createCosmosStore } from '../../platform/azure/cosmos/store.ts';
import * as z from 'zod';
import { createJobContext } from '../../writes/job-context.ts';
import { pipelineOn, callSettings } from '../writes.ts';
import { createSigningKeys } from '../../platform/signing-keys.ts';
import { noTrace } from '../../platform/telemetry/trace.ts';
import type { Platform } from '../../platform/ports.ts';
import { callPorts } from '../../writes/call-ports.ts';

// Kill tests start this worker, which imports one file and may end like a machine that loses its power.

const Work = z.object({
  endpoint: z.string(),
  key: z.string(),
  database: z.string(),
  connectionString: z.string(),
  importId: z.string(),
  /** The checkpoint at which it is killed, counted from 1; 0: never. */
  dieAt: z.number(),
});

const work = Work.parse(JSON.parse(process.argv[2] ?? '{}'));
const refuse = () => Promise.reject(new Error('An import has no business here'));
let checkpoints = 0;

const platform: Platform = {
  store: createCosmosStore(work),
  blobs: createBlobStore(work),
  realtime: {
    send: async () => {},
    sendPresence: async () => {},
    joinGroup: refuse,
    leaveGroup: refuse,
    disconnect: refuse,
    connection: refuse,
  },
  tokens: { verify: refuse },
  webhooks: createWebhookSender({ allowsThisMachine: false }),
  clock: systemClock,
  random: systemRandom,
  fieldKeys: {
    encrypt: refuse,
    decrypt: refuse,
    blindIndex: refuse,
    blindIndexes: refuse,
    versions: refuse,
  },
  signingKeys: createSigningKeys(async () => ['unused']),
  trace: noTrace,
  log: () => {},
  checkpoint: async () => {
    checkpoints += 1;
    if (checkpoints === work.dieAt) process.kill(process.pid, 'SIGKILL');
  },
};
await importFile(
  { ...createJobContext(pipelineOn(platform)), ...callPorts(platform, callSettings).job },
  { importId: work.importId, fileName: 'addresses.csv', memory: importMemory(), kinds: fileKinds },
);
console.log(checkpoints);
process.exit(0);
