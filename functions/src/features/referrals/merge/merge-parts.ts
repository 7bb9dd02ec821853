import * as z from 'zod';
import type { WriteContext } from '../../../core/context.ts';
import { AppError } from '../../../core/app-error.ts';
import { listAll } from '../../../records/reader.ts';
import { select } from '../../../records/select.ts';
import { readAs } from '../../../core/unit-of-work.ts';
import { movedParts } from '../../../records/registry.ts';
import type { MergedInto } from '../../../records/kinds/referral-records.ts';

type Moved = MergedInto['Moved'];

/** Far below the limit of one batch, including the history. */
const MOST = 60;

/** A loose schema, so that a move writes all other fields unchanged. */
const part = z.object({ Id: z.string(), ReferralId: z.string().nullable() });
const parts = movedParts.map((kind) => ({
  name: kind.belongsTo.counted ?? kind.type,
  kind: readAs(kind, part),
}));

export async function moveParts(
  { work }: WriteContext,
  { from, to }: { from: string; to: string },
): Promise<Moved> {
  const moved = noneMoved();
  for (const { name, kind } of parts) {
    const found = await listAll(work, select(kind, { where: { ReferralId: from } }, part));
    moved[name] = found.map(({ Id }) => Id);
  }
  if (countOf(moved) > MOST)
    throw new AppError(
      'too_large',
      `A referral with more than ${MOST} documents, notes and checks cannot be merged. Keep it, and merge the other one into it.`,
    );
  for (const { name, kind } of parts)
    for (const each of await work.getAll(kind, moved[name] ?? []))
      work.replace(kind, each, { ...each, ReferralId: to });
  return moved;
}

/** Moves back the records that still exist; returns their ids. */
export async function moveBack(
  { work }: WriteContext,
  { moved, from, to }: { moved: Moved; from: string; to: string },
): Promise<Moved> {
  const back = noneMoved();
  for (const { name, kind } of parts) {
    const found = await work.getAll(kind, moved[name] ?? []);
    const there = found.filter(({ ReferralId }) => ReferralId === from);
    for (const each of there) work.replace(kind, each, { ...each, ReferralId: to });
    back[name] = there.map(({ Id }) => Id);
  }
  return back;
}

const noneMoved = (): Moved => ({ Documents: [], Notes: [], Checks: [] });
const countOf = (moved: Moved) => Object.values(moved).flat().length;
