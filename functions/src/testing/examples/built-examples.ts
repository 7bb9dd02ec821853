import { freshApi } from '../api.ts';
import { everyExample, type EndpointExample } from './endpoint-examples.ts';

/** Asks the API itself which calls work: the loops leave out calls that answer 501, and no others. */
export async function askWhatIsBuilt(): Promise<{ built: EndpointExample[]; missing: string[] }> {
  const handoff = await freshApi();
  const built: EndpointExample[] = [];
  const missing: string[] = [];
  for (const example of everyExample) {
    const answer = await handoff.call(example.endpoint, await example.input(handoff), { as: example.as });
    if (answer.status === 501) missing.push(example.name);
    else built.push(example);
  }
  return { built, missing };
}

export const everyWriteAmong = (examples: EndpointExample[]) =>
  examples.filter(({ endpoint: { mode } }) => mode === 'atomic' || mode === 'lease');

/** One call per handler: the nine states share theirs. */
export const writesAmong = (examples: EndpointExample[]) =>
  everyWriteAmong(examples).filter(({ area, call }) => area !== 'addressStateUpdates' || call === 'CT');
