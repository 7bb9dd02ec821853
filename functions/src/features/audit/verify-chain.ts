import type { Api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { AUDIT_HEAD, auditId } from '../../pipeline/unit-of-work/audit-chain.ts';
import { sha256 } from '../../pipeline/idempotency/fingerprint.ts';
import { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import * as z from 'zod';
import type { Reader } from '../../pipeline/unit-of-work/unit-of-work.ts';
import { recordKind } from '../../platform/record-kind.ts';

type Verification = Output<Api['audit']['verify']>['AuditVerification'][number];

const EntryText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'no JSON' });
      return z.NEVER;
    }
  })
  .pipe(AuditEntry);

/** A link as it is found, whatever someone has made of it. */
const AuditLink = z
  .looseObject({
    id: z.string(),
    seq: z.number().catch(0),
    prev: z.string().catch(''),
    hash: z.string().catch(''),
    entry: z.string().catch(''),
  })
  .transform((link) => ({
    Id: link.id,
    seq: link.seq,
    prev: link.prev,
    hash: link.hash,
    entry: link.entry,
    isSearchedAsWritten: isSearchedAsWritten(link),
  }));
type AuditLink = z.output<typeof AuditLink>;
const auditLinkKind = recordKind('audit', AuditLink);
const auditHeadKind = recordKind(
  'audit-head',
  z
    .object({ id: z.string(), seq: z.number(), hash: z.string() })
    .transform(({ id, seq, hash }) => ({ Id: id, seq, hash })),
);

/** What stands beside the sealed text for queries is what the text says. */
function isSearchedAsWritten(link: { entry: string; [field: string]: unknown }): boolean {
  const written = EntryText.safeParse(link.entry).data;
  return (
    written !== undefined &&
    (['seq', 'at', 'oid', 'action', 'subject'] as const).every((field) => link[field] === written[field])
  );
}

/** `@from`: the links of the chain from this number on. */
const auditChainFrom = "SELECT * FROM c WHERE c.type = 'audit' AND c.seq >= @from ORDER BY c.seq ASC";

/** So many in one request. */
const MAX_LINKS = 5_000;
const PAGE = 500;

/**
 * Recomputes the hashes from one entry on. An entry is broken when it is not the next, when its text does not give its
 * hash, when it does not hang on the one before it, or when what it can be searched by is not what its text says.
 */
export async function verifyChain(find: Reader, from: number): Promise<Verification> {
  // Before the links: what is written meanwhile is behind this head.
  const head = await find.get(auditHeadKind, AUDIT_HEAD);
  const end = head?.seq ?? 0;
  if (from > end) return { Checked: 0, BrokenAt: null, ContinueFrom: null };
  let hash = await hashOf(find, from - 1);
  let seq = from;
  const brokenAt = (BrokenAt: number) => ({ Checked: seq - from, BrokenAt, ContinueFrom: null });
  for await (const link of linksFrom(find, from)) {
    if (seq > end) break;
    if (seq - from === MAX_LINKS) return { Checked: MAX_LINKS, BrokenAt: null, ContinueFrom: seq };
    if (!isNext(link, { seq, hash })) return brokenAt(seq);
    hash = link.hash;
    seq += 1;
  }
  if (seq <= end) return brokenAt(seq);
  return hash === head?.hash ? { Checked: seq - from, BrokenAt: null, ContinueFrom: null } : brokenAt(end);
}

async function hashOf(find: Reader, seq: number): Promise<string> {
  return (await find.get(auditLinkKind, auditId(seq)))?.hash ?? '';
}

async function* linksFrom(find: Reader, from: number): AsyncGenerator<AuditLink> {
  let next = from;
  for (;;) {
    const page = await find.list(auditLinkKind, {
      sql: auditChainFrom,
      parameters: { from: next },
      pageSize: PAGE,
    });
    yield* page.items;
    const last = page.items.at(-1);
    if (!last) return;
    next = last.seq + 1;
  }
}

function isNext(link: AuditLink, expected: { seq: number; hash: string }): boolean {
  return (
    link.seq === expected.seq &&
    link.prev === expected.hash &&
    link.hash === sha256(link.prev + link.entry) &&
    link.isSearchedAsWritten
  );
}
