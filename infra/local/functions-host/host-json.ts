import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import * as z from 'zod';

const TimeSpan = z
  .string()
  .regex(/^\d{2}:\d{2}:\d{2}$/)
  .transform((text) => {
    const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
    return ((hours * 60 + minutes) * 60 + seconds) * 1000;
  });

const unbounded = -1;

// Strict where this host uses a setting, so that an ignored setting is an error.
const Http = z.strictObject({
  routePrefix: z.string().default('api'),
  maxOutstandingRequests: z.int().default(unbounded),
  maxConcurrentRequests: z.int().default(unbounded),
  dynamicThrottlesEnabled: z.literal(false).default(false),
  customHeaders: z.record(z.string(), z.string()).default({}),
});

const Queues = z.strictObject({
  batchSize: z.int().min(1).max(32).default(16),
  newBatchThreshold: z.int().min(0).optional(),
  maxDequeueCount: z.int().min(1).default(5),
  // A minute in Azure; the host shortens it to this in its development environment.
  maxPollingInterval: TimeSpan.default(2000),
  visibilityTimeout: TimeSpan.default(0),
  messageEncoding: z.enum(['base64', 'none']).default('base64'),
});

const Blobs = z.strictObject({
  maxDegreeOfParallelism: z
    .int()
    .min(1)
    .default(8 * availableParallelism()),
  poisonBlobThreshold: z.int().min(1).default(5),
});

const HostJson = z.looseObject({
  version: z.literal('2.0'),
  extensions: z
    .strictObject({
      http: Http.prefault({}),
      queues: Queues.prefault({}),
      blobs: Blobs.prefault({}),
    })
    .prefault({}),
});

export type HostJson = z.infer<typeof HostJson>;

export async function readHostJson(path: string): Promise<HostJson> {
  const parsed = HostJson.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path} is not understood:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
