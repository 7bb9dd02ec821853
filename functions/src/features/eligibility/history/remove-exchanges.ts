import { defineEndpoint } from '@handoff/shared/contract/endpoint';
import { addMonths } from '../x12/calendar.ts';
import * as z from 'zod';
import type { TimerWrites } from '../../../pipeline/idempotency/timer-writes.ts';
import { readerOn } from '../../../pipeline/unit-of-work/reader.ts';
import type { Platform } from '../../../platform/ports.ts';
import { exchangesBefore, exchangeKind, removeExchange } from './exchange-blobs.ts';
import { checkKind } from './check-records.ts';

/** Two records and an audit entry each, in one batch. */
const BATCH = 20;

/** No call: the way of the timer's write through the pipeline. */
const removal = defineEndpoint({
  method: 'DELETE',
  path: '/timer/exchanges',
  summary: 'Remove raw exchanges that were kept long enough',
  access: 'exchanges.read',
  mode: 'atomic',
  scope: 'domain',
  output: z.object({}),
});

/** The texts first, then what says that they are there: who dies in between removes them again. */
export async function removeOldExchanges(
  { platform, writes }: { platform: Platform; writes: TimerWrites },
  { domainId, months }: { domainId: string; months: number },
): Promise<void> {
  const today = platform.clock.now().toISOString().slice(0, 10);
  const { items: old } = await readerOn(platform, `d:${domainId}`).list(exchangeKind, {
    sql: exchangesBefore,
    parameters: { before: addMonths(today, -months) },
    pageSize: BATCH,
  });
  if (old.length === 0) return;
  for (const { CheckId } of old) await removeExchange(platform.blobs, { domainId, checkId: CheckId });
  await platform.checkpoint('R1');
  const work = ['remove-exchanges', ...old.map(({ Id }) => Id)];
  await writes.atomic({ endpoint: removal, domainId, work }, async (context) => {
    for (const { Id, CheckId } of old) {
      const [note, check] = [
        await context.work.get(exchangeKind, Id),
        await context.work.get(checkKind, CheckId),
      ];
      if (!note) continue;
      context.work.softDelete(exchangeKind, note);
      if (check) context.work.replace(checkKind, check, { ...check, HasExchange: false });
      context.work.audit({ action: 'exchange.removed', subject: CheckId });
    }
    return {};
  });
  platform.log({ level: 'info', event: 'exchanges-removed', count: old.length });
}
