import { api } from '@handoff/shared/contract/api';
import { Referral } from '@handoff/shared/domain/referral/referral';
import { chainAudit } from '../../writes/audit-chain.ts';
import { AUDIT_HEAD } from '../../records/kinds/audit-records.ts';
import type { Operation, StoredDocument, Versioned } from '../../platform/ports.ts';
import type { TestApi } from '../api.ts';
import { madeUp, stored } from '../bench/large-agency.ts';
import { checkDraft } from '../examples/eligibility-examples.ts';
import { blobName, referral } from '../examples/example-records.ts';
import { HARBOR, people } from '../people.ts';
import { storedIn } from '../stored.ts';

// What an agency leaves behind in a month, at the sizes of its records and in the numbers that a busy agency has: for each
// referral two checks, four documents, four notes, 25 audit entries and 40 looks; for each person ten list pages an hour.

const CHANGES = 25;
const LOOKS = 40;
const PAGES_A_MONTH_AND_PERSON = 10 * 8 * 21;
const ON_A_PAGE = 50;

export interface Agency {
  domainId: string;
  referralsAYear: number;
  people: number;
}

/** One of each kind, as the API stored it. */
export interface Models {
  referral: Referral;
  parts: StoredDocument[];
  look: StoredDocument;
  ids: string[];
}

/** Records a referral of Harbor's with everything that belongs to one, to be copied. */
export async function models(handoff: TestApi): Promise<Models> {
  const { Id } = await referral(handoff);
  await blobName(handoff, Id);
  const ReferralNotes = [{ Text: 'Spoke with the family, who prefer mornings. '.repeat(18) }];
  await handoff.call(api.referrals.updateNotes, { body: { ReferralId: Id, ReferralNotes } }, { as: 'ana' });
  const check = { body: checkDraft({ ReferralId: Id }) };
  (await handoff.call(api.medicareEligibility.check, check, { as: 'ana' })).ok();
  (await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'cal' })).ok();
  const all = await storedIn(handoff.store, `d:${HARBOR}`);
  const of = (type: string): StoredDocument[] =>
    all.filter((each) => each.type === type && each['ReferralId'] === Id).slice(0, 1);
  const parts = [
    ...repeated(of('medicare-check'), 2),
    ...repeated(of('document'), 4),
    ...repeated(of('note'), 4),
  ];
  const look = all.find(({ type }) => type === 'audit-view');
  if (!look || parts.length !== 10) throw new Error('A referral has not left what is to be copied');
  const original = Referral.parse(all.find(({ id }) => id === Id));
  return { referral: original, parts, look, ids: [Id, ...parts.map(({ id }) => id)] };
}

const repeated = <T>(items: readonly T[], times: number): T[] =>
  Array.from({ length: times }, () => items).flat();

export interface Aged {
  /** Batches that the store refused. */
  refused: number;
  /** Audit entries and views by month. */
  entries: Map<string, number>;
}

/** Writes a month of an agency, which begins now; `factor` divides what would be written. */
export async function ageByMonth(
  handoff: TestApi,
  agency: Agency,
  { models: model, factor, aged }: { models: Models; factor: number; aged: Aged },
): Promise<void> {
  const { domainId } = agency;
  const partition = handoff.store.app(`d:${domainId}`);
  const start = handoff.platform.clock.now();
  const month = start.toISOString().slice(0, 7);
  const at = (share: number) => new Date(start.getTime() + share * 27 * 86_400_000).toISOString();
  const referrals = Math.max(1, Math.round(agency.referralsAYear / 12 / factor));
  const pages = Math.round((agency.people * PAGES_A_MONTH_AND_PERSON) / factor);
  const ids = Array.from({ length: referrals }, (_, n) => `referral-${month}-${n}`);
  let head = await partition.read(AUDIT_HEAD);

  for (const [n, id] of ids.entries()) {
    const when = at(n / referrals);
    const records = recordsOf(model, { id, when, number: n + Number(month.replace('-', '')) });
    const links = await chained(id, when);
    if (await commit([...links, ...records])) note(CHANGES);
    if (await commit(views(LOOKS, when, (look) => ({ subject: id, oid: oidOf(look) })))) note(LOOKS);
    head = await partition.read(AUDIT_HEAD);
  }
  for (let page = 0; page < pages; page += ON_A_PAGE) {
    const many = Math.min(ON_A_PAGE, pages - page);
    const list = (look: number) => ({
      subject: 'List of the referrals',
      action: 'referrals.listed',
      oid: oidOf(look),
      shown: Array.from({ length: ON_A_PAGE }, (_, row) => `${ids[(look + row) % ids.length]}-${row}`),
    });
    if (await commit(views(many, at(page / pages), list))) note(many);
  }

  function note(count: number) {
    aged.entries.set(month, (aged.entries.get(month) ?? 0) + count);
  }

  async function commit(operations: Operation[]): Promise<boolean> {
    try {
      const result = await partition.commit(operations);
      if (result.outcome === 'applied') return true;
      throw new Error(`Ageing: ${result.outcome}`);
    } catch (error) {
      if (!String(error).includes('403')) throw error;
      aged.refused += 1;
      return false;
    }
  }

  async function chained(subject: string, when: string): Promise<Operation[]> {
    const { platform } = handoff;
    const long = 'Called the hospital, and left a message for the discharge planner. '.repeat(4);
    return chainAudit({
      head,
      audits: Array.from({ length: CHANGES }, (_, n) => ({
        action: 'referral.updated',
        subject,
        changes: [{ field: 'ClinicalSummary', old: `${long}${n}`, new: `${long}${n + 1}` }],
      })),
      etag: subject,
      caller: {
        claims: { oid: people.ana.oid, tid: '', name: '', email: '', signedInAt: 0 },
        person: { Id: `user-${people.ana.oid}`, FullName: people.ana.name },
        roles: { SystemRole: 'User' },
        businessDomainId: domainId,
      },
      requestId: platform.random.uuid(),
      platform,
      partition,
      signer: await platform.signingKeys.signerFor('audit'),
      now: new Date(when),
    });
  }

  function views(count: number, when: string, changes: (n: number) => object): Operation[] {
    return Array.from({ length: count }, (_, n) => ({
      op: 'create',
      document: {
        ...unstored(model.look),
        id: `audit-view|${handoff.platform.random.uuid()}`,
        type: model.look.type,
        at: when,
        requestId: handoff.platform.random.uuid(),
        ...changes(n),
      },
    }));
  }
}

const staff = [people.ana.oid, people.cal.oid, people.vic.oid];
const oidOf = (n: number) => staff[n % staff.length];

function recordsOf(
  { referral: original, parts, ids }: Models,
  { id, when, number }: { id: string; when: string; number: number },
): Operation[] {
  const own = {
    ...madeUp(original, number, 1_000_000),
    Id: id,
    ReceivedAt: when,
    CreatedAt: when,
    UpdatedAt: when,
  };
  const copies = parts.map((part, n) => {
    const [referralId = '', ...partIds] = ids;
    let text = JSON.stringify(unstored(part)).replaceAll(referralId, id);
    for (const partId of new Set(partIds)) text = text.replaceAll(partId, `${part.type}-${id}-${n}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same document with other texts
    return JSON.parse(text.replaceAll(/"20\d\d-\d\d-\d\dT[\d:.]+Z"/g, `"${when}"`)) as StoredDocument;
  });
  return [stored(own), ...copies].map((document) => ({ op: 'create', document }));
}

function unstored(document: StoredDocument): StoredDocument {
  const { _etag, writeId: _, ...own }: StoredDocument & Partial<Versioned> = document;
  return { ...own, id: document.id, type: document.type };
}
