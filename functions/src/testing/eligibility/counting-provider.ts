import type {
  EligibilityProvider,
  ProviderQuestion,
  ProviderReply,
} from '../../platform/eligibility-provider.ts';
import type { Platform } from '../../platform/ports.ts';
import { freshApi, type TestSettings } from '../api.ts';
import { sandboxService } from '../../features/eligibility/providers/sandbox-provider.ts';

/**
 * Wraps the sandbox and records the questions; `first` plays the first replies, or answers as for another test
 * number.
 */
export async function countingApi(
  first: (ProviderReply | string)[] = [],
  settings: TestSettings = {},
  platform: Partial<Platform> = {},
) {
  const asked: ProviderQuestion[] = [];
  const service = sandboxService();
  const provider: EligibilityProvider = {
    ...service.provider,
    ask: async (question) => {
      asked.push(question);
      const reply = first.shift() ?? question.inquiry.mbi;
      if (typeof reply !== 'string') return reply;
      const { mbi } = question.inquiry;
      const played = await service.provider.ask({
        ...question,
        raw270: question.raw270.replaceAll(mbi, reply),
      });
      if (played.outcome !== 'answered') return played;
      return { ...played, raw271: played.raw271.replaceAll(reply, mbi) };
    },
  };
  const handoff = await freshApi(platform, { ...settings, eligibility: { ...service, provider } });
  return { handoff, asked };
}
