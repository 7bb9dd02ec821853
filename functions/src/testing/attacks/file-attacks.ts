import { api } from '@handoff/shared/contract/api';
import { workBudget } from '@handoff/shared/domain/work-budget';
import { createApp } from '../../app.ts';
import type { FileReaders } from '../../file-readers.ts';
import { fileTypeOf, openableTypeOf, sentFileTypeOf } from '../../features/documents/file-type.ts';
import { readReferralFile } from '../../features/drafts/files/read-referral-file.ts';
import type { Attack, Calls } from './attack.ts';

const { drafts, system } = api;

/** Others wait a few milliseconds for an answer, on a busy machine a few hundred. */
const SILENCE_MS = 1_500;

const bundle = (resources: number) =>
  JSON.stringify({
    resourceType: 'Bundle',
    entry: Array.from({ length: resources }, (_, index) => ({
      resource: { resourceType: 'Condition', id: `c${index}`, code: { text: `Diagnosis ${index}` } },
    })),
  });

/** Attacks by someone whose file is opened: by a link, by a person who was sent it, or by another system. */
export const fileAttacks: Attack[] = [
  {
    finding: 'costly file',
    name: 'silence the API with a file that takes long to read',
    async succeeds({ call }) {
      const file = new File([bundle(120_000)], 'bundle.json');
      const sent = call(drafts.fromFile, { fields: {}, file }, { as: 'ana' });
      return (await longestWait({ call }, sent)) > SILENCE_MS;
    },
    withoutDefense: () => ({ app: { create: readingOnTheLoop } }),
  },
];

/** How long others waited for an answer until this call had its own, at most. */
async function longestWait({ call }: Calls, sent: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  void sent.finally(() => over.abort());
  let longest = 0;
  while (!over.signal.aborted) {
    // The pause counts, too: in one process the next question itself waits.
    const began = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after another, as a probe asks
    await new Promise((resolve) => void setTimeout(resolve, 20));
    // oxlint-disable-next-line no-await-in-loop
    await call(system.health, {}, {});
    longest = Math.max(longest, performance.now() - began);
  }
  return longest;
}

const unlimited = () => workBudget(() => new Error('There is no limit'), Infinity);

/** Reads files between the requests, whatever they cost. */
const readingOnTheLoop: typeof createApp = (platform, settings) => {
  const files: FileReaders = {
    fileTypeOf: (name, bytes) => fileTypeOf(name, bytes, unlimited()),
    openableTypeOf: (name, bytes) => openableTypeOf(name, bytes, unlimited()),
    sentFileTypeOf: (name, bytes) => sentFileTypeOf(name, bytes, unlimited()),
    readReferralFile: (bytes) => readReferralFile(bytes, unlimited()),
  };
  return createApp(platform, { ...settings, files });
};
