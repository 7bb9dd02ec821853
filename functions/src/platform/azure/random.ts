import { randomUUID } from 'node:crypto';
import type { Random } from '../ports.ts';

export const systemRandom: Random = { uuid: () => randomUUID(), fraction: () => Math.random() };
