import { buffer } from 'node:stream/consumers';
import { looking, type WorkBudget } from '@handoff/shared/domain/work-budget';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../core/app-error.ts';
import { openZip } from '../../core/zip-parts.ts';
import { hasActiveField } from './word-fields.ts';

const MAX_PARTS = 2_000;
const MAX_NAME = 255;
const MAX_UNPACKED = 200 * 1024 * 1024;
const MAX_READ = 20 * 1024 * 1024;

/** The extensions of a document without programs; charts store their figures in a sheet. */
const harmless = /\.(?:xml|rels|png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|wdp|odttf|xlsx)$/;
/** Matches names in lower case, because Word ignores case. */
const activeParts = /vbaproject|vbadata|\/activex\//;
/** A part's type counts, regardless of its name. */
const activeTypes = /macroenabled|vbaproject|vbadata|oleobject|activex|afchunk|subdocument/i;

/** Refuses macros, embedded objects, anything that Word runs or fetches on opening, and what is too large. */
export async function checkWordFile(bytes: Uint8Array, budget: WorkBudget): Promise<void> {
  const { zip, parts } = await partsOf(bytes);
  const names = parts.map(({ fileName }) => fileName.toLowerCase());
  if (names.some((name) => name.length > MAX_NAME)) throw refused('This is not a Word document.');
  if (!names.includes('[content_types].xml') || !names.includes('word/document.xml'))
    throw refused('This is not a Word document.');
  if (names.some((name) => activeParts.test(`/${name}`) || !isHarmless(name))) throw active();
  if (parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNPACKED)
    throw refused('This file is too large when unpacked.');
  for (const part of parts) {
    budget.spend(1 + looking(part.uncompressedSize));
    // oxlint-disable-next-line no-await-in-loop -- one after another, so that only one is in memory
    await checkPart(zip, part);
  }
}

const isHarmless = (name: string) => name.endsWith('/') || harmless.test(name);

async function checkPart(zip: ZipFile, part: Entry): Promise<void> {
  const name = part.fileName.toLowerCase();
  const start = await startOf(zip, part);
  if (start.startsWith('MZ')) throw active();
  // A part's content type determines what it is: a part named like a picture may be the text of a page.
  if (!/\.(?:xml|rels)$/.test(name) && !looksLikeXml(start)) return;
  const text = await textOf(zip, part);
  if (name === '[content_types].xml') refuseActiveTypes(text);
  else if (name.endsWith('.rels')) refuseFetched(text);
  else if (hasActiveField(text)) throw active();
}

/** Recognizes UTF-16, too, which reading the text refuses. */
const looksLikeXml = (start: string) =>
  /^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)?[\s\0]*</.test(start);

async function partsOf(bytes: Uint8Array): Promise<{ zip: ZipFile; parts: Entry[] }> {
  try {
    const opened = await openZip(bytes, MAX_PARTS);
    if (opened) return opened;
  } catch (cause) {
    throw refused('This is not a Word document.', cause);
  }
  throw refused('This file has too many parts.');
}

/** Returns the first bytes, one character each. */
async function startOf(zip: ZipFile, part: Entry): Promise<string> {
  try {
    const content = await zip.openReadStreamPromise(part);
    for await (const chunk of content) return Buffer.from(chunk).subarray(0, 64).toString('latin1');
    return '';
  } catch (cause) {
    throw refused('This is not a Word document.', cause);
  }
}

/** Word writes neither other encodings nor entities, so a part that hides its text from this check is refused. */
async function textOf(zip: ZipFile, part: Entry): Promise<string> {
  if (part.uncompressedSize > MAX_READ) throw refused('This file is too large when unpacked.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(
      await buffer(await zip.openReadStreamPromise(part)),
    );
  } catch (cause) {
    throw refused('This is not a Word document.', cause);
  }
  if (text.includes('\0') || /<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw refused('This is not a Word document.');
  return text;
}

function refuseActiveTypes(text: string): void {
  // No content type has a character that needs a reference.
  if (activeTypes.test(text) || /&#/.test(text)) throw active();
}

/** Links that a reader clicks are fine; a remote template, picture or frame is fetched without a click. */
function refuseFetched(text: string): void {
  for (const [relation] of text.matchAll(relations)) {
    const given = new Map(
      [...relation.matchAll(attributes)].map(([, name = '', inDouble, inSingle]) => [
        name,
        inDouble ?? inSingle,
      ]),
    );
    const { type = '', mode = 'Internal' } = { type: given.get('Type'), mode: given.get('TargetMode') };
    // No type of a relation has a character that needs a reference either.
    if (activeTypes.test(type) || type.includes('&')) throw active();
    if (mode !== 'Internal' && !type.endsWith('/relationships/hyperlink'))
      throw refused('Word documents that fetch something from elsewhere are not accepted.');
  }
}

/** Values may contain characters that end a tag elsewhere. */
const relations = /<(?:[^\s<>:/]+:)?Relationship\b(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/g;
const attributes = /(?<![^\s=<])([^\s=<]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const active = () =>
  refused('Word documents with macros, embedded objects or fields that fetch are not accepted.');

const refused = (message: string, cause?: unknown) =>
  new AppError('unsupported_file', message, cause === undefined ? {} : { cause });
