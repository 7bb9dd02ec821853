import { SYSTEM_PARTITION } from '../../pipeline/access/caller.ts';
import type { Timer } from '../../pipeline/idempotency/timer-writes.ts';
import type { AuditPorts } from '../../pipeline/request/mode-ports.ts';
import { AUDIT_HEAD } from '../../pipeline/unit-of-work/audit-chain.ts';
import { listAll } from '../../pipeline/unit-of-work/reader.ts';
import type { Reader } from '../../pipeline/unit-of-work/unit-of-work.ts';
import { businessDomainKind, domains } from '../../records/user-records.ts';
import {
  anchorName,
  anchorsIn,
  dayAfter,
  dayBefore,
  exportOfDay,
  folderOf,
  rootOfViews,
  VIEWS_SEALED,
} from './trail-days.ts';
import { auditHeadKind } from './verify-chain.ts';

/** So many in a run, after the timer stood still; the next run goes on. */
const MAX_DAYS = 31;

interface Sealing extends AuditPorts {
  timer: Timer;
}

interface TrailOf {
  /** Empty for the system's. */
  domainId: string;
  partitionKey: string;
  find: Reader;
}

/**
 * The timer's part: closes each finished day of each trail. The views go into the chain as one root, the entries leave
 * as a file, and an anchor says where the chain ends. The anchor comes last: a day without one is closed again, step by
 * step, and each step that was done finds itself done.
 */
export async function sealDays(ports: Sealing): Promise<void> {
  const { timer } = ports;
  const agencies = await listAll(timer.system, businessDomainKind, { sql: domains, parameters: {} });
  const trails: TrailOf[] = [
    { domainId: '', partitionKey: SYSTEM_PARTITION, find: timer.system },
    ...agencies.map(({ Id }) => ({ domainId: Id, partitionKey: `d:${Id}`, find: timer.find(Id) })),
  ];
  for (const trail of trails)
    try {
      await sealTrail(ports, trail);
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      ports.log({ level: 'error', event: 'audit-seal-failed', error: name });
    }
}

async function sealTrail(ports: Sealing, trail: TrailOf): Promise<void> {
  const names = await ports.blobs.names('audit-anchors', folderOf(trail.partitionKey));
  const last = anchorsIn(names).at(-1);
  const yesterday = dayBefore(ports.clock.now());
  let day = last ? dayAfter(last.day) : yesterday;
  for (let days = 0; day <= yesterday && days < MAX_DAYS; days += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each anchor covers the days before it
    await sealDay(ports, trail, day);
    day = dayAfter(day);
  }
}

async function sealDay(
  ports: Sealing,
  { domainId, partitionKey, find }: TrailOf,
  day: string,
): Promise<void> {
  const { count, root } = await rootOfViews(find, day);
  if (count > 0)
    await ports.timer.atomic(
      { job: 'audit', domainId, as: 'Audit seal', work: [VIEWS_SEALED, day] },
      async ({ work }) => {
        const changes = [
          { field: 'Views', old: null, new: count },
          { field: 'Root', old: null, new: root },
        ];
        work.audit({ action: VIEWS_SEALED, subject: day, changes });
        return;
      },
    );
  await ports.checkpoint('audit-views');

  const lines = await exportOfDay(find, day);
  if (lines !== '')
    await ports.blobs.putIfAbsent('audit-exports', `${folderOf(partitionKey)}${day}.ndjson`, {
      bytes: Buffer.from(lines),
      type: 'application/x-ndjson',
    });
  await ports.checkpoint('audit-export');

  const { seq, hash } = (await find.get(auditHeadKind, AUDIT_HEAD)) ?? { seq: 0, hash: '' };
  const anchor = { day, seq, hash };
  await ports.blobs.putIfAbsent('audit-anchors', anchorName(partitionKey, anchor), {
    bytes: Buffer.from(JSON.stringify(anchor)),
    type: 'application/json',
  });
}
