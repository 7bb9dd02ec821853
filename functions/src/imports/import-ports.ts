import type { EffectContext, EffectPorts, JobContext, JobPorts, ReadPorts } from '../core/context.ts';
import type { AreaHandlers } from '../http/handlers.ts';

export type AddressReads = Pick<ReadPorts, 'addresses'>;

/** The ports of the calls that pick addresses, practitioners and diagnoses. */
export type VersionReads = Pick<ReadPorts, 'addresses' | 'liveVersion'>;
export type SettingsHandlers = AreaHandlers<'settings', VersionReads>;

export type ImportReads = Pick<ReadPorts, 'addresses' | 'stateFiles' | 'importReports' | 'areaChanges'>;
export type ImportEffects = Pick<
  EffectPorts,
  'addresses' | 'stateFiles' | 'realtime' | 'trace' | 'notify' | 'clock' | 'log' | 'checkpoint'
>;
export type ImportEffect = EffectContext & ImportEffects;

export type ImportJob = Pick<JobContext, 'clock' | 'random' | 'log' | 'checkpoint'> &
  Pick<
    JobPorts,
    | 'addresses'
    | 'subjectsWith'
    | 'createAddresses'
    | 'stateFiles'
    | 'blobs'
    | 'realtime'
    | 'trace'
    | 'notify'
  >;

export type ImportHandlers = AreaHandlers<'imports', ImportReads, ImportEffects>;
/** The calls that only files of states have. */
export type FileRuleHandlers = Pick<ImportHandlers, 'rules' | 'saveRules' | 'correctColumns'>;
