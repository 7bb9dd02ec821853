import type { WriteContext } from '../../../core/context.ts';
import {
  type Reverification,
  reverificationKind,
  REVERIFICATION_PAUSE,
  reverificationPauseKind,
} from '../../../records/kinds/eligibility-records.ts';
import type { MedicareJob } from '../medicare-ports.ts';

const FIRST_MS = 15 * 60_000;
const LONGEST_MS = 24 * 3_600_000;

export async function isPaused(job: MedicareJob, domainId: string): Promise<boolean> {
  const pause = await job.find(domainId).get(reverificationPauseKind, REVERIFICATION_PAUSE);
  return pause !== undefined && pause.Until > job.clock.now().toISOString();
}

export async function pauseAgency(job: MedicareJob, domainId: string): Promise<void> {
  const before = (await job.find(domainId).get(reverificationPauseKind, REVERIFICATION_PAUSE))?.Failures ?? 0;
  const restMs = Math.min(FIRST_MS * 2 ** before, LONGEST_MS);
  const Until = new Date(job.clock.now().getTime() + restMs).toISOString();
  const pause = { Id: REVERIFICATION_PAUSE, Until, Failures: before + 1 } as const;
  await note(job, { domainId, work: ['pause', Until] }, ({ work }) =>
    work.put(reverificationPauseKind, pause),
  );
}

export async function endPause(job: MedicareJob, domainId: string): Promise<void> {
  const pause = await job.find(domainId).get(reverificationPauseKind, REVERIFICATION_PAUSE);
  if (!pause?.Failures) return;
  await note(job, { domainId, work: ['end-pause', pause.Until] }, ({ work }) =>
    work.put(reverificationPauseKind, { ...pause, Failures: 0 }),
  );
}

export const REVERIFICATION = 'Scheduled re-verification';

/** Postpones a referral that must not be checked now, because it may be open again by then. */
export async function deferReverification(
  job: MedicareJob,
  { domainId, due, days }: { domainId: string; due: Reverification; days: number },
): Promise<void> {
  const NotBefore = new Date(job.clock.now().getTime() + days * 24 * 3_600_000).toISOString();
  await note(job, { domainId, work: ['defer', due.Id, NotBefore] }, async ({ work }) => {
    const stored = await work.get(reverificationKind, due.Id);
    if (stored) work.replace(reverificationKind, stored, { ...stored, NotBefore });
  });
}

async function note(
  job: MedicareJob,
  of: { domainId: string; work: string[] },
  stage: (context: WriteContext) => Promise<void>,
): Promise<void> {
  await job.atomic({ job: 'reverification', as: REVERIFICATION, ...of }, async (context) => {
    await stage(context);
  });
}
