import type { PublishedVersion } from '../../core/context.ts';
import { readLines } from './list-kind.ts';
import { codesIn, type CodeEntry } from './diagnosis-file.ts';
import type { SettingsHandlers, VersionReads } from '../../imports/import-ports.ts';

const MOST = 20;
const READ_AT_ONCE = 32;

/** Searches all codes in memory; each instance reads a version once. */
export function diagnosisSearch(): SettingsHandlers['findDiagnoses'] {
  const read = codeReader();
  return async ({ body: { Text } }, context) => {
    const version = await context.liveVersion('ICD');
    if (!version) return { Diagnoses: [], Version: null };
    const found = searchCodes(await read(context, version), Text);
    const Diagnoses = found.map(([code, Description]) => ({ Code: pointed(code), Description }));
    return { Diagnoses, Version: version.importId };
  };
}

const pointed = (code: string) => (code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code);

function codeReader() {
  let last: { importId: string; codes: Promise<SearchedCode[]> } | undefined;
  return async (context: VersionReads, version: PublishedVersion): Promise<SearchedCode[]> => {
    if (last?.importId !== version.importId)
      last = { importId: version.importId, codes: readCodes(context, version) };
    try {
      return await last.codes;
    } catch (error) {
      last = undefined;
      throw error;
    }
  };
}

async function readCodes(context: VersionReads, { documents }: PublishedVersion): Promise<SearchedCode[]> {
  const codes: CodeEntry[] = [];
  for (let from = 0; from < documents.length; from += READ_AT_ONCE) {
    const part = documents.slice(from, from + READ_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- all at once would be hundreds of requests
    const lines = await Promise.all(part.map((entry) => readLines(context, 'ICD', entry)));
    codes.push(...lines.flatMap(codesIn));
  }
  return codes.map(([code, description]) => ({ code, description, text: ` ${plain(description)}` }));
}

export interface SearchedCode {
  code: string;
  description: string;
  /** The words of the description, each after a space. */
  text: string;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');

/** A text like a code finds the codes that begin with it; other texts find descriptions with words that begin so. */
export function searchCodes(codes: readonly SearchedCode[], typed: string): CodeEntry[] {
  const code = typed.toUpperCase().replaceAll(/[\s.]/g, '');
  if (/^[A-Z]\d[0-9A-Z]{0,5}$/.test(code))
    return codes
      .filter((each) => each.code.startsWith(code))
      .slice(0, MOST)
      .map(entry);
  const words = plain(typed)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ` ${word}`);
  if (words.length === 0) return [];
  return codes
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .toSorted((a, b) => a.text.length - b.text.length || (a.code < b.code ? -1 : 1))
    .slice(0, MOST)
    .map(entry);
}

const entry = ({ code, description }: SearchedCode): CodeEntry => [code, description];
