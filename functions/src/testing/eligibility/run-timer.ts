import { createApp } from '../../app.ts';
import { files } from '../file-threads.ts';
import { sandboxService } from '../../features/eligibility/providers/sandbox-provider.ts';
import { limitsFor } from '../../auth/limits.ts';
import { createBlobStore } from '../../platform/azure/blobs.ts';
import { createWebhookSender } from '../../platform/azure/webhook-sender.ts';
import { createCosmosStore } from '../../platform/azure/cosmos/store.ts';
import { createFieldKeys } from '../../platform/azure/keys/field-keys.ts';
import { checkpointWith, systemRandom } from '../../platform/process.ts';
import { createSigningKeys } from '../../platform/signing-keys.ts';
import { noTrace } from '../../platform/telemetry/trace.ts';
import { Timer } from './timer-process.ts';

// Runs the scheduled checks once, in the process of `killedTimer`.

const timer = Timer.parse(JSON.parse(process.argv[2] ?? '{}'));
const at = new Date(timer.at);
const refuse = () => Promise.reject(new Error('A timer has no business here'));
const service = sandboxService();

const app = createApp(
  {
    store: createCosmosStore(timer.cosmos),
    blobs: createBlobStore({ connectionString: timer.storage }),
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
    clock: { now: () => at, sleep: async () => {} },
    random: systemRandom,
    fieldKeys: createFieldKeys(async () => timer.fieldSecrets),
    signingKeys: createSigningKeys(async () => ['ab'.repeat(32)]),
    trace: noTrace,
    log: () => {},
    checkpoint: checkpointWith(timer.signalAt),
  },
  {
    version: 'timer',
    files,
    firstAdministratorOid: undefined,
    limits: limitsFor({ callsPerMinute: 300 }),
    sweepSchedule: '0 */2 * * * *',
    eligibility: {
      ...service,
      provider: {
        ...service.provider,
        ask: async () => ({ outcome: 'failed', failure: 'retry', reason: 'timeout', mayRepeat: false }),
      },
    },
  },
);
await app.jobs.eligibility.run();
process.exit(0);
