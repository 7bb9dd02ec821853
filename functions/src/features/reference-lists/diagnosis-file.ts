import { InvalidFileError } from '../../imports/decode/invalid-file.ts';
import { listKind, type ListDocument, type ListFile, type ListRows } from './list-kind.ts';

/** `A000    Cholera due to Vibrio cholerae 01, biovar cholerae`: the file `icd10cm_codes_<year>.txt`. */
const codeLine = /^([A-Z]\d[0-9A-Z]{1,5}) {1,5}(\S.*)$/;
/** `00002 A000    1 Cholera due …`: `icd10cm_order_<year>.txt` has categories, too, and a short description first. */
const orderLine = /^\d{5} ([A-Z]\d[0-9A-Z]{1,5}) {1,5}([01]) .{60} (\S.*)$/;

/** A character that no line has, so that a line is one field. */
const NO_DELIMITER = '\u001f';
const LINES_THAT_TELL = 20;
const SAMPLES = 3;

/** The codes of ICD-10-CM, by CMS and the CDC. */
export const diagnosisFiles = listKind({ subject: 'ICD', isStart, recognize });

function isStart(start: string): boolean {
  const lines = start.split(/\r?\n/, LINES_THAT_TELL).filter((text) => text !== '');
  const codes = lines.filter((text) => codeLine.test(text) || orderLine.test(text));
  return codes.length > lines.length / 2;
}

function recognize(start: string): ListFile {
  const entries = start.split(/\r?\n/, LINES_THAT_TELL).flatMap((text) => entryOf(text) ?? []);
  const samples = entries.filter(({ isForClaims }) => isForClaims).slice(0, SAMPLES);
  return {
    format: {
      name: 'ICD-10-CM codes of CMS',
      delimiter: 'position',
      columns: { code: 'the first word', description: 'the rest of the line' },
      samples: {
        code: samples.map(({ code }) => code),
        description: samples.map(({ description }) => description),
      },
    },
    header: ['line'],
    hasHeader: false,
    delimiter: NO_DELIMITER,
    problem: isStart(start)
      ? undefined
      : new InvalidFileError(
          'These are not ICD-10-CM codes. Unzip the “Code Descriptions in Tabular Order” of CMS, and choose icd10cm_codes_….txt.',
        ),
    rows: diagnosisRows,
  };
}

function entryOf(text: string) {
  const [, ordered, flag, described] = orderLine.exec(text) ?? [];
  const [, code = ordered, description = described] = codeLine.exec(text) ?? [];
  return code === undefined || description === undefined
    ? undefined
    : { code, description: description.trim(), isForClaims: flag !== '0' };
}

/** Codes of the same first two characters are one document. */
const documentOf = (code: string) => code.slice(0, 2);

function diagnosisRows(): ListRows {
  const codes = new Map<string, Map<string, string>>();
  let duplicates = 0;
  return {
    take([text = '']) {
      const entry = entryOf(text);
      if (!entry) return 'bad-code';
      const { code, description } = entry;
      if (!entry.isForClaims) return 'category';
      const document = codes.get(documentOf(code)) ?? new Map<string, string>();
      codes.set(documentOf(code), document);
      if (document.has(code)) duplicates++;
      document.set(code, description);
      return 'taken';
    },
    close: () => ({ documents: () => documentsOf(codes), duplicates }),
  };
}

function* documentsOf(codes: ReadonlyMap<string, ReadonlyMap<string, string>>): Generator<ListDocument> {
  for (const [code, entries] of codes) {
    const lines = [...entries].map(([each, description]) => `${each}\t${description}`).toSorted();
    yield { code, n: lines.length, lines: () => Buffer.from(lines.join('\n')) };
  }
}

/** A code without its point, and its description. */
export type CodeEntry = [code: string, description: string];

export const codesIn = (lines: string): CodeEntry[] =>
  (lines === '' ? [] : lines.split('\n')).map((text) => [
    text.slice(0, text.indexOf('\t')),
    text.slice(text.indexOf('\t') + 1),
  ]);
