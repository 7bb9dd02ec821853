import { useEffect, useEffectEvent, useState } from 'react';
import { draftsApi } from '@handoff/shared/contract/referrals/drafts';
import { useAction } from '../../../data/send/outbox.ts';

export type SentFiles = ReturnType<typeof useSentFiles>;

/** Sends files of other systems, which the server reads into a draft of their own that the form then continues. */
export function useSentFiles(first: readonly File[], refresh: () => Promise<unknown>) {
  const send = useAction(draftsApi.fromFile);
  const [draftId, setDraftId] = useState<string>();

  async function begin(files: readonly File[]) {
    for (const file of files) {
      // One after the other: each is a draft, and the form continues the last.
      // oxlint-disable-next-line no-await-in-loop
      const made = await send.run({ fields: {}, file });
      if (!made.ok) continue;
      // oxlint-disable-next-line no-await-in-loop
      await refresh();
      const id = made.output.DraftInfo[0]?.Id;
      if (id !== undefined) setDraftId(id);
    }
  }

  const beginFirst = useEffectEvent(() => begin(first));
  useEffect(() => {
    async function read() {
      await beginFirst();
    }
    void read();
  }, []);
  return { begin, isReading: send.isPending, draftId };
}
