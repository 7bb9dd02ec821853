import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';
import { FieldSecrets } from '../../platform/azure/keys/field-keys.ts';
import type { TestApi } from '../api.ts';

export const Timer = z.object({
  cosmos: z.object({ endpoint: z.string(), key: z.string(), database: z.string() }),
  storage: z.string(),
  fieldSecrets: FieldSecrets,
  /** The time that the process assumes. */
  at: z.string(),
  signalAt: z.string(),
});

/** Runs the scheduled checks in a separate process, whose payer never answers in time; resolves when it was killed. */
export async function killedTimer(handoff: TestApi, at: Date, checkpoint: string): Promise<void> {
  const { settings } = handoff;
  const timer: z.infer<typeof Timer> = {
    cosmos: {
      endpoint: settings['COSMOS_ENDPOINT'] ?? '',
      key: settings['COSMOS_KEY'] ?? '',
      database: settings['COSMOS_DATABASE'] ?? '',
    },
    storage: settings['AzureWebJobsStorage'] ?? '',
    fieldSecrets: FieldSecrets.parse(JSON.parse(settings['FIELD_KEYS'] ?? '{}')),
    at: at.toISOString(),
    signalAt: `SIGKILL@${checkpoint}`,
  };
  const script = join(import.meta.dirname, 'run-timer.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(timer)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal]: unknown[] = await once(child, 'exit');
  if (signal !== 'SIGKILL')
    throw new Error(`The timer did not die at ${checkpoint} but ended with ${String(code)}`);
}
