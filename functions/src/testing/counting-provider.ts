import type {
  EligibilityProvider,
  ProviderQuestion,
  ProviderReply,
} from '../features/eligibility/provider.ts';
import { freshApi, type TestSettings } from './api.ts';
import { testService } from './test-service.ts';

/** The sandbox, noting what is asked; `first` plays the first replies. */
export async function countingApi(first: ProviderReply[] = [], settings: TestSettings = {}) {
  const asked: ProviderQuestion[] = [];
  const service = testService();
  const provider: EligibilityProvider = {
    ...service.provider,
    ask: async (question) => {
      asked.push(question);
      return first.shift() ?? service.provider.ask(question);
    },
  };
  const handoff = await freshApi({}, { ...settings, eligibility: { ...service, provider } });
  return { handoff, asked };
}
