import { sha256 } from '../../core/hash.ts';
import type { Api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { auditId, headText } from '../../writes/audit-chain.ts';
import { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import * as z from 'zod';
import { type Reader, type Trail, readAs } from '../../core/unit-of-work.ts';
import { anchorsIn, folderOf, rootOfViews, VIEWS_SEALED, type Anchor } from './trail-days.ts';
import { auditKind, auditHeadKind, AUDIT_HEAD } from '../../records/kinds/audit-records.ts';
import { atLeast, select } from '../../records/select.ts';
import type { ReadPorts } from '../../core/context.ts';

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

/** A link as stored, possibly tampered with. */
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
    written: asSearched(link),
  }));
type AuditLink = z.output<typeof AuditLink>;
const auditLinkKind = readAs(auditKind, AuditLink);
type Head = z.output<typeof auditHeadKind.schema>;

/** Parses the text; undefined when the fields for queries differ from it. */
function asSearched(link: { entry: string; [field: string]: unknown }): AuditEntry | undefined {
  const written = EntryText.safeParse(link.entry).data;
  const fields = ['seq', 'at', 'oid', 'action', 'subject'] as const;
  return written && fields.every((field) => link[field] === written[field]) ? written : undefined;
}

const chainFrom = (seq: number) =>
  select(auditLinkKind, { withDeleted: true, where: { seq: atLeast(seq) }, order: ['seq ASC'] });

const MAX_LINKS = 5_000;
const MAX_DAYS = 31;
const CHAIN_PAGE = 500;

interface Verified {
  find: Reader;
  trail: Trail;
  partitionKey: string;
  audit: ReadPorts['audit'];
}

/**
 * Compares a trail from one entry on, layer by layer. The chain: an entry is broken when it is not the next one, when
 * its text or its link does not match its hash, or when its search fields differ from its text. The views: those of
 * each day that the chain has sealed. The anchors: the daily ends of the chain that are stored elsewhere. The head, at
 * the end: whether it was sealed with the key that is not in the store.
 */
export async function verifyTrail(verified: Verified, from: number): Promise<Verification> {
  const { head, anchors, found } = await begin(verified, from);
  const end = head?.seq ?? 0;
  const parts = await partsOf(verified);
  let hash = await hashOf(parts, from - 1);
  let seq = from;
  for await (const link of linksFrom(parts, from)) {
    if (seq > end) break;
    if (found.Checked === MAX_LINKS || found.ViewDays === MAX_DAYS)
      return { ...found, ContinueFrom: seq, Head: null };
    if (!isNext(link, { seq, hash })) return { ...found, BrokenAt: seq };
    await compareViews(verified, parts, { link, found });
    compareAnchors(anchors, link, found);
    hash = link.hash;
    seq += 1;
    found.Checked += 1;
  }
  if (seq > end && (from > end || hash === head?.hash)) return found;
  return { ...found, BrokenAt: Math.min(seq, end) };
}

/** Anchors before the head, and the head before the links: entries written meanwhile come after them. */
async function begin(verified: Verified, from: number) {
  const { find, partitionKey, audit } = verified;
  const all = anchorsIn(await audit.anchors(folderOf(partitionKey)));
  const anchors = all.filter(({ seq }) => seq >= from);
  const head = await find.get(auditHeadKind, AUDIT_HEAD);
  const found: Verification = {
    Checked: 0,
    BrokenAt: null,
    ContinueFrom: null,
    ViewDays: 0,
    ViewsBrokenOn: null,
    Anchors: 0,
    AnchorBrokenOn: anchors.find(({ seq }) => seq > (head?.seq ?? 0))?.day ?? null,
    AnchorsAreImmutable: audit.keepsAnchors,
    Head: head ? await judgeHead(verified, head) : null,
  };
  return { anchors, head, found };
}

async function judgeHead({ partitionKey, audit }: Verified, head: Head): Promise<Verification['Head']> {
  if (head.seal === undefined) return 'unsealed';
  const { isSignature } = await audit.signer();
  return isSignature(headText(partitionKey, head), head.seal) ? 'sealed' : 'forged';
}

async function compareViews(
  { find }: Verified,
  parts: readonly Part[],
  { link: { written }, found }: { link: AuditLink; found: Verification },
) {
  if (written?.action !== VIEWS_SEALED) return;
  const { subject, changes } = written;
  const moved = parts.find(({ month }) => month === subject.slice(0, 7));
  const { count, root } = await rootOfViews(moved?.find ?? find, subject);
  const sealed = Object.fromEntries(changes.map((change) => [change.field, change.new]));
  found.ViewDays += 1;
  if (sealed['Views'] !== count || sealed['Root'] !== root) found.ViewsBrokenOn ??= subject;
}

function compareAnchors(anchors: readonly Anchor[], link: AuditLink, found: Verification): void {
  for (const { seq, hash, day } of anchors) {
    if (seq !== link.seq) continue;
    found.Anchors += 1;
    if (hash !== link.hash) found.AnchorBrokenOn ??= day;
  }
}

interface Part {
  /** Empty for what has not left the partition of the agency. */
  month: string;
  find: Reader;
  /** The last link in it. */
  end: number;
}

async function partsOf({ find, trail }: Verified): Promise<Part[]> {
  const moved = await trail.moved();
  return [
    ...moved.map(({ Month, Seq }) => ({ month: Month, find: trail.ofMonth(Month), end: Seq })),
    { month: '', find, end: Infinity },
  ];
}

async function hashOf(parts: readonly Part[], seq: number): Promise<string> {
  for await (const link of linksFrom(parts, seq)) return link.seq === seq ? link.hash : '';
  return '';
}

async function* linksFrom(parts: readonly Part[], from: number): AsyncGenerator<AuditLink> {
  let next = from;
  for (const [index, { find, end }] of parts.entries()) {
    while (next <= end) {
      const page = await find.list(chainFrom(next), { pageSize: CHAIN_PAGE });
      for (const link of page.items) {
        // Clocks differ: around the end of a month, a link of the one may be among those of the other.
        for (; next < link.seq; next += 1) {
          const moved = await parts[index + 1]?.find.get(auditLinkKind, auditId(next));
          if (!moved) break;
          yield moved;
        }
        yield link;
        next = link.seq + 1;
      }
      if (page.items.length === 0) break;
    }
  }
}

function isNext(link: AuditLink, expected: { seq: number; hash: string }): boolean {
  return (
    link.seq === expected.seq &&
    link.prev === expected.hash &&
    link.hash === sha256(link.prev + link.entry) &&
    link.written !== undefined
  );
}
