import { sandboxService } from '../features/eligibility/sandbox-provider.ts';

/** Who plays Medicare in tests. */
export const testService = sandboxService;
