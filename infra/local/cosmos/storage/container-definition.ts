import * as z from 'zod';
import { badRequest, notModelled } from '../failure.ts';
import { indexingPolicy } from './indexing-policy.ts';

const partitionKey = z.strictObject({
  paths: z.array(z.string().regex(/^\/[^/]/)).min(1),
  version: z.union([z.literal(1), z.literal(2)]).optional(),
  kind: z.string().optional(),
  systemKey: z.boolean().optional(),
});

const containerDefinition = z
  .strictObject({
    id: z.string().min(1).max(255),
    partitionKey,
    indexingPolicy: indexingPolicy.prefault({}),
    defaultTtl: z.custom<number>(isTimeToLive, 'defaultTtl is -1 or a positive 32-bit integer').optional(),
    uniqueKeyPolicy: z.looseObject({ uniqueKeys: z.array(z.unknown()) }).optional(),
  })
  .readonly();
export type ContainerDefinition = z.infer<typeof containerDefinition>;

export function parseContainerDefinition(body: Record<string, unknown>): ContainerDefinition {
  const parsed = containerDefinition.safeParse(withoutSystemProperties(body));
  if (!parsed.success)
    throw badRequest(`The container definition is invalid: ${z.prettifyError(parsed.error)}`);
  const { partitionKey: key, uniqueKeyPolicy } = parsed.data;
  if (key.paths.length > 1 || key.kind === 'MultiHash') throw notModelled('hierarchical partition keys');
  if (key.paths.some((path) => path.includes('"'))) throw notModelled('quoted partition key paths');
  if (key.paths.some((path) => /\s/.test(path))) throw badRequest('A partition key path has no blanks.');
  if ((uniqueKeyPolicy?.uniqueKeys.length ?? 0) > 0) throw notModelled('unique keys');
  return parsed.data;
}

export function partitionPathOf(definition: ContainerDefinition): string {
  return definition.partitionKey.paths[0] ?? '/_partitionKey';
}

export function parseDatabaseDefinition(body: Record<string, unknown>): { id: string } {
  const parsed = z.object({ id: z.string().min(1).max(255) }).safeParse(body);
  if (!parsed.success) throw badRequest('The database definition is invalid: id is missing.');
  return parsed.data;
}

export function checkResourceId(id: string): void {
  if (/[/\\#?]/.test(id)) throw badRequest(`The id '${id}' contains an illegal character.`);
}

function withoutSystemProperties(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('_')));
}

/** Positive seconds up to 2^31-1, or -1 for never. Source: Azure/azure-sdk-for-js ttl.spec.ts and the time-to-live page. */
export function isTimeToLive(value: unknown): value is number {
  return Number.isInteger(value) && (value === -1 || (Number(value) > 0 && Number(value) <= 2_147_483_647));
}

/** Returns when the item expires, in epoch seconds; nothing expires while the container has no default. */
export function expiryOf(
  ttl: unknown,
  write: { ts: number; defaultTtl: number | undefined },
): number | undefined {
  if (ttl !== undefined && !isTimeToLive(ttl)) {
    throw badRequest(
      `The input ttl '${JSON.stringify(ttl)}' is invalid. Ensure to provide a nonzero positive integer or -1.`,
    );
  }
  if (write.defaultTtl === undefined) return undefined;
  const seconds = ttl ?? write.defaultTtl;
  return seconds === -1 ? undefined : write.ts + seconds;
}
