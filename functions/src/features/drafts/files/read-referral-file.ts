import { Buffer } from 'node:buffer';
import * as z from 'zod';
import type { FileReading } from '@handoff/shared/domain/referral/file-reading';
import { partsOfZip } from '../../../core/zip-parts.ts';
import { isCda, readCda } from './c-cda.ts';
import { type AttachedFile, collectFields, type Collected, isAboutAnother } from './collected-fields.ts';
import { readFhir } from './fhir.ts';
import { parseJson } from './fhir-contents.ts';
import { isHl7, readHl7 } from './hl7-v2.ts';
import { referralBudget, refusedFile, textOfFile } from './hostile-file.ts';
import { readXml } from './read-xml.ts';

export interface ReferralFile extends Omit<FileReading, 'DocumentId'> {
  /** The ending under which the file itself is attached. */
  ending: 'xml' | 'json' | 'hl7' | 'zip';
  attached: AttachedFile[];
}

/** Reads a C-CDA document, a FHIR bundle, a message of HL7 v2, or a 360X package with several of them. */
export async function readReferralFile(bytes: Uint8Array, budget = referralBudget()): Promise<ReferralFile> {
  const into = collectFields(budget);
  const ending = await readPart(bytes, into, { isInside: false });
  const { attached, ...reading } = into.done();
  if (!reading.Taken.some(({ Field }) => Field === 'Patient.LastName'))
    throw refusedFile('There is no patient with a name in this file.');
  return { ...reading, attached, ending };
}

interface Place {
  /** In a package, which itself is in no other one. */
  isInside: boolean;
}

async function readPart(bytes: Uint8Array, into: Collected, place: Place): Promise<ReferralFile['ending']> {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (start === 'PK\u0003\u0004') {
    if (place.isInside) throw refusedFile('A zip file inside of another one is not accepted.');
    await readPackage(bytes, into);
    return 'zip';
  }
  const text = textOfFile(bytes).trimStart();
  if (text.startsWith('<')) {
    const root = await readXml(text, into.budget);
    if (!isCda(root)) throw refusedFile(`XML of the kind ${root.name.slice(0, 40)} is not a referral.`);
    readCda(root, into);
    return 'xml';
  }
  if (isHl7(text)) {
    readHl7(text, into);
    return 'hl7';
  }
  if (!text.startsWith('{'))
    throw refusedFile('This is neither C-CDA, FHIR in JSON nor a message of HL7 v2.');
  const json = parseJson(text, into.budget);
  const message = Adapted360x.safeParse(json).data;
  if (message) await readAdapted(message, into);
  else await readFhir(json, into);
  return 'json';
}

/** The members of a package for XDM that describe the others (IHE ITI TF-2: 3.32). */
const describing = /(?:^|\/)(?:metadata\.xml|index\.html?|readme[^/]*|[^/]*\.xsl)$/i;
const attachable = /\.(?:pdf|png|jpe?g|tiff?|docx)$/i;

/** A 360X message travels as a package for XDM: the order in HL7 v2 and the clinical documents. */
async function readPackage(bytes: Uint8Array, into: Collected): Promise<void> {
  const parts = await partsOfZip(bytes, { refuse: refusedFile, budget: into.budget });
  let found = 0;
  for (const { name, content } of parts) {
    const own = name.split('/').at(-1) ?? '';
    if (describing.test(name)) continue;
    if (attachable.test(own)) into.attach(own, content);
    // oxlint-disable-next-line no-await-in-loop -- one after another, so that only one is parsed in memory
    else if (await isRead({ name: own, bytes: content }, into)) found += 1;
  }
  if (found === 0) throw refusedFile('There is no referral in this zip file.');
}

/** Reads a part, and attaches it if it is a document; one that cannot be read is left, and the others count. */
async function isRead({ name, bytes }: AttachedFile, into: Collected): Promise<boolean> {
  try {
    const alone = collectFields(into.budget);
    const ending = await readPart(bytes, alone, { isInside: true });
    if (isAboutAnother(into, alone)) {
      into.leave(name, 'is about another patient');
      return false;
    }
    alone.handOver(into);
    if (ending === 'xml') into.attach(/\.xml$/i.test(name) ? name : `${name}.xml`, bytes);
    return true;
  } catch (error) {
    into.leave(name, 'cannot be read');
    if (error instanceof Error && error.name === 'AppError') return false;
    throw error;
  }
}

/** A 360X message as an adapter hands it on after it has unpacked the mail: the order, and its documents as texts. */
const Adapted360x = z.object({
  hl7v2: z.string(),
  documents: z.array(z.object({ id: z.string(), mime_type: z.string(), content: z.string() })).max(100),
});

async function readAdapted(
  { hl7v2, documents }: z.infer<typeof Adapted360x>,
  into: Collected,
): Promise<void> {
  readHl7(hl7v2, into);
  for (const { id, mime_type: type, content } of documents)
    if (!/xml/.test(type)) into.leave(`Document: ${id}`, 'cannot be attached');
    // oxlint-disable-next-line no-await-in-loop -- one after another, as above
    else await isRead({ name: `${id}.xml`, bytes: new TextEncoder().encode(content) }, into);
}
