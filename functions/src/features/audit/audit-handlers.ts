import { partitionOf, SYSTEM_PARTITION } from '../../core/access.ts';
import type { Caller, ReadContext, ReadPorts } from '../../core/context.ts';
import type { AuditFilters, recordsWithActivity } from '@handoff/shared/contract/audit';
import { ListName } from '@handoff/shared/domain/agency/list-settings';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import type * as z from 'zod';
import { notFound } from '../../core/app-error.ts';
import type { ApiHandlers, AreaHandlers } from '../../http/handlers.ts';
import type { Trail, RecordKind } from '../../core/unit-of-work.ts';
import { oidOf } from '../../records/kinds/user-records.ts';
import { activityOf, auditKind, trailEntries, viewKind } from '../../records/kinds/audit-records.ts';
import { atLeast, below, including } from '../../records/select.ts';
import {
  advantagePlanKind,
  capacityKind,
  contractedPayerKind,
  insuranceKind,
  partnerKind,
  serviceAreaKind,
} from '../../records/kinds/agency-records.ts';
import { csvFile, EXPORT_PAGE } from '../../core/csv-export.ts';
import { auditCsv, wholeTrail } from './audit-csv.ts';
import { patientAccess, patientAccessFile } from './patient-access.ts';
import { verifyTrail } from './verify-chain.ts';

type Filters = z.infer<typeof AuditFilters>;
interface PageOf {
  PageSize?: number | undefined;
  Continuation?: string | undefined;
}

const ENTRIES_PAGE = 50;

async function list({ query }: { query: Filters & PageOf }, { trail, viewed }: ReadContext) {
  const { PageSize: pageSize = ENTRIES_PAGE, Continuation: continuation, ...filters } = query;
  const page = await readPage(trail(), { filters, pageSize, continuation });
  viewed('List of the audit', recordsIn(page.items));
  return { AuditInfo: page.items, Continuation: page.Continuation };
}

/** Returns records whose values are shown; views have none. */
const recordsIn = (entries: readonly AuditEntry[]) => [
  ...new Set(entries.filter(({ changes }) => changes.length > 0).map(({ subject }) => subject)),
];

const kinds: Record<Exclude<(typeof recordsWithActivity)[number], 'settings'>, RecordKind<{ Id: string }>> = {
  partner: partnerKind,
  contractedPayer: contractedPayerKind,
  advantagePlan: advantagePlanKind,
  serviceArea: serviceAreaKind,
  insurance: insuranceKind,
  capacity: capacityKind,
};

/** Reads the record first, so that its id gives no access to the history of another kind of record. */
const record: ApiHandlers['audit']['record'] = async ({ query }, { find, trail }) => {
  const { Kind, Id, Continuation: continuation } = query;
  const isKnown = Kind === 'settings' ? ListName.safeParse(Id).success : await find.get(kinds[Kind], Id);
  if (!isKnown) throw notFound('This record');
  const page = await trail().list(activityOf(Id), { continuation });
  return { AuditInfo: page.items, Continuation: page.Continuation };
};

const verifyOf =
  (partitionOfCaller: (caller: Caller) => string) =>
  async (
    { query }: { query: { From?: number | undefined } },
    { find, trail, audit, caller }: ReadContext & Pick<ReadPorts, 'audit'>,
  ) => {
    const verified = { find, trail: trail(), audit, partitionKey: partitionOfCaller(caller) };
    return { AuditVerification: [await verifyTrail(verified, query.From ?? 1)] };
  };

async function exportFile({ query: filters }: { query: Filters }, { trail, now, viewed }: ReadContext) {
  const entries = await wholeTrail((continuation) =>
    readPage(trail(), { filters, pageSize: EXPORT_PAGE, continuation }),
  );
  viewed(`${filterText(filters)}: ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`);
  return csvFile('audit', auditCsv(entries), now);
}

interface PageQuery {
  filters: Filters;
  pageSize: number;
  continuation: string | undefined;
}

const trailTypes = { changes: [auditKind.type], views: [viewKind.type], both: undefined };

/** Finds changes, views or both, newest first; each given filter narrows them. */
function readPage(trail: Trail, { filters, pageSize, continuation }: PageQuery) {
  const { Subject: subject, Person, Action: action, Only = 'both', From, To } = filters;
  const at = [
    ...(From === undefined ? [] : [atLeast(From)]),
    // Times of a day sort before this text, those of the next day after it.
    ...(To === undefined ? [] : [below(To.includes('T') ? To : `${To}T~`)]),
  ];
  const entries = trailEntries(
    {
      // Views too, including views of lists.
      ...(subject !== undefined && { OR: [{ subject }, { shown: including(subject) }] }),
      ...(Person !== undefined && { oid: oidOf(Person) }),
      ...(action !== undefined && { action }),
      at,
    },
    trailTypes[Only],
  );
  return trail.list(entries, { pageSize, continuation, since: From });
}

function filterText(filters: Filters): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  return given.length === 0 ? 'All' : given.join(', ');
}

/** The scope of a call selects the log: the business domain's, or the system's. */
export const auditHandlers: AreaHandlers<'audit', Pick<ReadPorts, 'audit'>> = {
  list,
  record,
  patientAccess,
  patientAccessFile,
  verify: verifyOf((caller) => partitionOf('domain', caller)),
  exportFile,
  systemList: list,
  systemVerify: verifyOf(() => SYSTEM_PARTITION),
  systemExportFile: exportFile,
};
