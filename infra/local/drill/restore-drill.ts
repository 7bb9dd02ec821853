import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { api as contract } from '@handoff/shared/contract/api';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import * as z from 'zod';
import { harbor } from '../demo-people.ts';
import { intakeForm } from '../seed/intake-forms.ts';
import { randomness } from '../seed/randomness.ts';
import { seedStore } from '../seed/seed-store.ts';
import { smallPdf } from '../seed/small-pdf.ts';
import { keys, openStand, restoreStand, type Stand } from './stand.ts';

export interface DrillOptions {
  /** An empty folder for the environment, its copy and the restored data. */
  folder: string;
  /** The order of a backup. Files come last, or a record may name a file that the copy does not have. */
  order?: 'records, then files' | 'files, then records';
  /** Agencies whose demo referrals exist already. */
  agencies?: readonly string[];
  say?: (line: string) => void;
}

/** Backs up while people work, loses everything, restores, and compares. All counts but the last two must be 0. */
export async function restoreDrill({ folder, agencies = [harbor], ...options }: DrillOptions) {
  const { order = 'records, then files', say = () => {} } = options;
  const copy = path.join(folder, 'backup');
  await mkdir(copy, { recursive: true });
  const stand = await openStand(path.join(folder, 'stand'));
  say('Filling an agency with referrals and documents …');
  await seedStore({
    cosmos: stand.cosmos,
    storage: stand.storage,
    ...keys,
    agencies,
    say: () => {},
  });

  say('Backing up while intake goes on …');
  const work = goOnWorking(stand);
  await work.has(3);
  if (order === 'files, then records') await stand.backUpFiles(copy);
  await work.has(3);
  await attach(stand, 'just before the backup', (await create(stand, 'unscanned', draft(9000))).Id);
  const before = await recordsOf(stand);
  await stand.backUpRecords(copy);
  await work.has(3);
  if (order === 'records, then files') await stand.backUpFiles(copy);
  const written = await work.end();
  await stand.close();
  await rm(path.join(folder, 'stand'), { recursive: true });

  say('Everything is lost. Restoring …');
  const startedAt = performance.now();
  const restored = await restoreStand(copy, path.join(folder, 'restored'));
  const restoreMs = Math.round(performance.now() - startedAt);
  try {
    const after = await recordsOf(restored);
    const known = new Map(after.map((record) => [record.id, record]));
    const documents = after.filter(({ type, DeletedAt }) => type === 'document' && !DeletedAt);
    return {
      // A message leaves the outbox when it is sent.
      recordsLost: before.filter(({ id, type }) => type !== 'outbox' && !known.has(id)).length,
      filesLost: await countAsync(documents, async (document) => !(await isWhole(restored, document))),
      auditBroken: (await isAuditWhole(restored)) ? 0 : 1,
      sealedUnreadable: await countAsync(
        written.filter(({ Id }) => known.has(Id)),
        async ({ Id }) => !(await isReadable(restored, Id)),
      ),
      writtenTwice: await countAsync(
        written.filter(({ Id }) => known.has(Id)).slice(0, 1),
        async ({ Id, key, body }) => (await create(restored, key, body)).Id !== Id,
      ),
      records: before.length,
      files: documents.length,
      writtenAfterTheBackup: written.filter(({ Id }) => !known.has(Id)).length,
      restoreMs,
    };
  } finally {
    await restored.close();
  }
}

const who = { as: 'ana', minutesAgo: 0, domain: harbor } as const;

async function recordsOf(stand: Stand) {
  return stand.partition(`d:${await stand.api.domainIdOf(harbor)}`);
}

const draft = (number: number) => {
  const form = intakeForm(harbor, randomness(number));
  const Patient = { ...form.Patient, Ssn: `2190${String(10_000 + number)}` };
  return { ...form, Patient, ReceivedAt: new Date().toISOString() };
};
type Draft = ReturnType<typeof draft>;

async function create({ api }: Stand, key: string, body: Draft): Promise<Referral> {
  const answer = await api.call(contract.referrals.create, { body }, { ...who, key });
  const [referral] = contract.referrals.create.output.parse(answer).ReferralInfo;
  if (!referral) throw new Error('A referral was created and not returned');
  return referral;
}

/** Attaches a document, which waits for the result of its malware scan. */
async function attach({ api }: Stand, name: string, ReferralId: string): Promise<string> {
  const { uploadFile } = contract.services;
  const file = new File([smallPdf([name])], 'order.pdf', { type: 'application/pdf' });
  const answer = await api.call(
    uploadFile,
    { fields: { ReferralId }, file },
    { ...who, key: `file ${name}` },
  );
  const [document] = uploadFile.output.parse(answer).ReferralDocuments;
  if (!document) throw new Error('A document was attached and not returned');
  return document.blobName;
}

/** Records referrals with documents as a person in intake, one after the other, until stopped. */
function goOnWorking(stand: Stand) {
  const written: { Id: string; key: string; body: Draft }[] = [];
  const over = new AbortController();
  const ended = work();

  async function work() {
    for (let number = 1; !over.signal.aborted; number += 1) {
      const [key, body] = [`drill ${number}`, draft(number)];
      const { Id } = await create(stand, key, body);
      const blobName = await attach(stand, `order ${number}`, Id);
      await stand.api.scan(blobName, who);
      written.push({ Id, key, body });
    }
  }
  return {
    /** Resolves when this many more referrals exist. */
    async has(more: number) {
      const wanted = written.length + more;
      while (written.length < wanted) await Promise.race([delay(10), ended]);
    },
    async end() {
      over.abort();
      await ended;
      return written;
    },
  };
}

const Attached = z.object({
  blobName: z.string(),
  Sha256: z.string(),
  Scan: z.object({ State: z.string() }),
});

async function isWhole({ api }: Stand, document: unknown): Promise<boolean> {
  const { blobName, Sha256, Scan } = Attached.parse(document);
  try {
    // A scan result from after the backup is not in it: the timer requests it again, and no one opens the file
    // before.
    if (Scan.State === 'checking') await api.scan(blobName, who);
    const act = { ...who, key: `download ${blobName}` };
    const bytes = await api.download(contract.services.downloadFile, { params: { blobName } }, act);
    return createHash('sha256').update(bytes).digest('hex') === Sha256;
  } catch {
    return false;
  }
}

async function isReadable({ api }: Stand, Id: string): Promise<boolean> {
  const { revealNumbers } = contract.referrals;
  const answer = await api.call(
    revealNumbers,
    { body: { Id, Reason: 'Confirm who the patient is' } },
    { ...who, key: `reveal ${Id}` },
  );
  return revealNumbers.output.parse(answer).PatientNumbersInfo[0]?.Ssn.startsWith('2190') === true;
}

async function isAuditWhole({ api }: Stand): Promise<boolean> {
  const { verify } = contract.audit;
  let from: number | null = 1;
  while (from !== null) {
    const act = { ...who, as: 'marcus' as const, key: `verify ${from}` };
    const answer: unknown = await api.call(verify, { query: { From: String(from) } }, act);
    const [part]: { BrokenAt: number | null; ContinueFrom: number | null }[] =
      verify.output.parse(answer).AuditVerification;
    if (!part || part.BrokenAt !== null) return false;
    from = part.ContinueFrom;
  }
  return true;
}

async function countAsync<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (const one of all) if (await holds(one)) count += 1;
  return count;
}
