import type { EffectContext, EffectPorts, JobContext, ReadPorts } from '../../core/context.ts';
import type { AreaHandlers } from '../../http/handlers.ts';

export type MedicareReads = Pick<ReadPorts, 'exchanges' | 'eligibility'>;
export type MedicarePorts = Pick<EffectPorts, 'exchanges' | 'eligibility' | 'clock' | 'log' | 'checkpoint'>;
export type MedicareEffect = EffectContext & MedicarePorts;
export type MedicareJob = JobContext & MedicarePorts;
export type MedicareHandlers = AreaHandlers<'medicareEligibility', MedicareReads, MedicarePorts>;

/** The context of a call that a job makes. */
export const withMedicare = (
  { exchanges, eligibility, clock, log, checkpoint }: MedicarePorts,
  context: EffectContext,
): MedicareEffect => ({ ...context, exchanges, eligibility, clock, log, checkpoint });
