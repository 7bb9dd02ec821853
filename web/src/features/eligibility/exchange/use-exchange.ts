import { useEffect, useState } from 'react';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import { asCallError, CallError } from '../../../data/send/call-error.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useApi } from '../../../data/use-api.ts';

type ExchangePart = '270' | '271';

/** The sent and received texts; undefined when neither was stored. */
export type RawExchange = Record<ExchangePart, FileDownload | undefined>;

/**
 * Loads the texts after recording that they are viewed, and drops them when that record expires. They stay in memory
 * only.
 */
export function useExchange({ id, of }: { id: string; of: { BusinessDomainId?: string } }) {
  const { client } = useApi();
  const opening = useAction(medicareEligibilityApi.openExchange, { silent: true });
  const [opened, setOpened] = useState<{ texts: RawExchange; until: string } | undefined>();
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<CallError | undefined>();

  useEffect(() => {
    if (!opened) return undefined;
    const timer = setTimeout(() => setOpened(undefined), Date.parse(opened.until) - Date.now());
    return () => clearTimeout(timer);
  }, [opened]);

  async function open(): Promise<void> {
    setError(undefined);
    const view = await opening.run({ body: { Id: id, ...of } });
    if (!view.ok) return;
    setReading(true);
    try {
      const [question, answer] = await Promise.all([read('270'), read('271')]);
      setOpened({ texts: { '270': question, '271': answer }, until: view.output.OpenUntil });
    } catch (thrown) {
      setError(asCallError(thrown));
    } finally {
      setReading(false);
    }
  }

  async function read(part: ExchangePart): Promise<FileDownload | undefined> {
    try {
      return await client.call(medicareEligibilityApi.downloadExchange, { query: { id, part, ...of } });
    } catch (thrown) {
      if (thrown instanceof CallError && thrown.code === 'not_found') return undefined;
      throw thrown;
    }
  }

  return { opened, open, isPending: opening.isPending || isReading, error: error ?? opening.error };
}
