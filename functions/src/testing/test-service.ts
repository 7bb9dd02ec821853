import { sandboxService } from '../features/eligibility/providers/sandbox-provider.ts';

/** Who plays Medicare in tests. */
export const testService = sandboxService;
