import type { Caller } from '../../../core/context.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { checkOf } from './check-history.ts';
import { keptSeconds } from '../../../records/retention.ts';
import { readExchange } from './exchange-blobs.ts';
import { exchangeViewKind } from '../../../records/kinds/eligibility-records.ts';
import type { MedicareHandlers } from '../medicare-ports.ts';

const OPEN_MS = 10 * 60_000;

/** Reads cannot write, so a view is a write of its own: without it the texts are not returned. */
export const openExchange: MedicareHandlers['openExchange'] = async ({ body }, { caller, work, now }) => {
  const check = await checkOf(work, body.Id);
  if (!check.HasExchange) throw nothingKept();
  const view = {
    Id: viewId(caller, check.Id),
    OpenUntil: new Date(now.getTime() + OPEN_MS).toISOString(),
    ttl: keptSeconds.openExchange,
  };
  await work.put(exchangeViewKind, view);
  work.audit({ action: 'exchange.opened', subject: check.Id });
  return { Id: check.Id, OpenUntil: view.OpenUntil };
};

export const downloadExchange: MedicareHandlers['downloadExchange'] = async (
  { query },
  { caller, find, now, exchanges, fieldKeys, viewed },
) => {
  const { Id: checkId, ReferralId } = await checkOf(find, query.id);
  const view = await find.get(exchangeViewKind, viewId(caller, checkId));
  if (!view || view.OpenUntil <= now.toISOString())
    throw new AppError('forbidden', 'Open the raw response first. Each view is recorded.');
  const from = { exchanges, fieldKeys };
  const text = await readExchange(from, { caller, checkId, part: query.part });
  if (!text) throw nothingKept();
  viewed(checkId, ReferralId === null ? [checkId] : [checkId, ReferralId]);
  return text;
};

const nothingKept = () => notFound('The text of this exchange');
const viewId = ({ person }: Caller, checkId: string) => `view-${checkId}-${person.Id}`;
