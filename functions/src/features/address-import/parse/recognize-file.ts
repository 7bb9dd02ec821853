import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { recognizeHeader } from '../../../imports/decode/file-start.ts';
import type { InvalidFileError } from '../../../imports/decode/invalid-file.ts';
import type { SourceText } from '../../../imports/decode/source-text.ts';
import type { KnownChoice } from '../../../imports/record/file-settings.ts';
import { describeColumns, readMapping } from './column-mapping.ts';
import type { ColumnMapping } from './row-fields.ts';
import { firstRows } from '../../../imports/read/csv-rows.ts';
import { guessColumns } from './guess-columns.ts';
import { samplesOf } from './samples.ts';

/** Columns are guessed from this many rows. */
const ROWS = 200;

export interface RecognizedFile {
  format: NonNullable<StateFileImport['Format']>;
  mapping: ColumnMapping;
  delimiter: string;
  problem: InvalidFileError | undefined;
}

/** Recognizes a file by its beginning. `problem` says why no addresses can be read from it. */
export function recognizeFile(
  source: Pick<SourceText, 'start' | 'kind' | 'encoding'>,
  known?: KnownChoice,
): RecognizedFile {
  const { header, delimiter } = recognizeHeader(source.start);
  const rows = firstRows(source.start, { delimiter, width: header.length, most: ROWS });
  const guesses = guessColumns(header, rows);
  const read = readMapping(header, { choice: known?.columns, guesses, rows });
  const { mapping, problem, isChosen, guessed, unread } = read;
  const format = {
    name: mapping.format,
    kind: source.kind,
    encoding: source.encoding,
    delimiter: delimiter === '\t' ? 'tab' : delimiter,
    columns: describeColumns(mapping),
    ...samplesOf(rows, { mapping, guesses }),
    guessed,
    unread,
    isZipFromTown: mapping.zip < 0,
    choice: known ? { ...known, isApplied: isChosen } : null,
  };
  return { format, mapping, delimiter, problem };
}
