import { HUB } from '@handoff/shared/contract/realtime';
import { limitsFor } from '../../auth/limits.ts';
import { createSignalR } from '../../platform/azure/realtime.ts';
import type { Platform } from '../../platform/ports.ts';
import type { Attack } from './attack.ts';
import { answerAttacks } from './answer-attacks.ts';
import { entryAttacks } from './entry-attacks.ts';
import { fileAttacks } from './file-attacks.ts';
import { inputAttacks } from './input-attacks.ts';
import { readingAttacks } from './reading-attacks.ts';
import { restrictionAttacks } from './restriction-attacks.ts';
import { senderAttacks } from './sender-attacks.ts';
import { storageAttacks } from './storage-attacks.ts';

/** Used for host processes, too, whatever the other tests set for theirs. */
export const CALLS_PER_MINUTE = 300;

export const attacks: Attack[] = [
  ...entryAttacks,
  ...answerAttacks,
  ...inputAttacks,
  ...readingAttacks,
  ...restrictionAttacks,
  ...storageAttacks,
  ...senderAttacks,
  ...fileAttacks,
];

/** Gives a target in this process a live service, as the host processes have one. */
export const liveOf = (connectionString: string, { clock }: Platform): Pick<Platform, 'realtime'> => ({
  realtime: createSignalR({ connectionString, hub: HUB, clock }),
});

/** The limits of a deployment; the stories of other tests are not limited. */
export const deployedLimits = limitsFor({ callsPerMinute: CALLS_PER_MINUTE });
