import { DAY_MS } from '../../core/time.ts';
import type { EffectContext, WriteContext } from '../../core/context.ts';
import { AppError } from '../../core/app-error.ts';
import type { Limits } from '../../auth/limits.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { quotaKind, type Quota } from '../../records/kinds/agency-records.ts';
import { keptSeconds } from '../../records/retention.ts';

type Uploads = Limits['uploads'];

interface Uploaded {
  files: number;
  bytes: number;
}

/** Runs before the file is stored; the count that is saved with the document is exact. */
export async function checkQuota(context: EffectContext, uploaded: Uploaded, most: Uploads): Promise<void> {
  refuseOver(await readQuotas(context.find, context, uploaded), context.now, most);
}

export async function countUpload(context: WriteContext, uploaded: Uploaded, most: Uploads): Promise<void> {
  const quotas = await readQuotas(context.work, context, uploaded);
  refuseOver(quotas, context.now, most);
  for (const { after } of [quotas.person, quotas.agency]) await context.work.put(quotaKind, after);
}

type Counted = Awaited<ReturnType<typeof readQuotas>>;

async function readQuotas(
  find: Reader,
  { caller, now }: Pick<EffectContext, 'caller' | 'now'>,
  { files, bytes }: Uploaded,
) {
  const day = now.toISOString().slice(0, 10);
  const counted = async (Id: string) => {
    const before = await find.get(quotaKind, Id);
    const { Count, Bytes } = before ?? { Count: 0, Bytes: 0 };
    const after: Quota = { Id, Count: Count + files, Bytes: Bytes + bytes, ttl: keptSeconds.quota };
    return { after };
  };
  const [person, agency] = await Promise.all([
    counted(`quota-uploads-${day}-${caller.claims.oid}`),
    counted(`quota-uploads-${day}`),
  ]);
  return { person, agency };
}

function refuseOver({ person, agency }: Counted, now: Date, most: Uploads): void {
  const retryAfterSeconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
  if (person.after.Count > most.perUserAndDay)
    throw new AppError(
      'too_many_requests',
      `You have reached the limit of ${most.perUserAndDay} documents a day. Try again tomorrow.`,
      {
        retryAfterSeconds,
      },
    );
  if (agency.after.Bytes > most.bytesPerAgencyAndDay)
    throw new AppError(
      'too_many_requests',
      'Your agency has reached its upload limit for today. Try again tomorrow.',
      {
        retryAfterSeconds,
      },
    );
}
