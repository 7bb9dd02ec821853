import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { recognizeHeader } from '../decode/file-start.ts';
import type { InvalidFileError } from '../decode/invalid-file.ts';
import type { SourceText } from '../decode/source-text.ts';
import { describeColumns, readMapping, type ColumnMapping } from './column-mapping.ts';
import { samplesOf } from './samples.ts';

export interface RecognizedFile {
  format: NonNullable<StateFileImport['Format']>;
  mapping: ColumnMapping;
  delimiter: string;
  problem: InvalidFileError | undefined;
}

/** The columns that were chosen for files of the state, by whom and when. */
export type KnownChoice = Pick<NonNullable<RecognizedFile['format']['choice']>, 'columns' | 'by' | 'at'>;

/** Recognizes a file by its beginning. `problem` says why no addresses can be read from it. */
export function recognizeFile(source: SourceText, known?: KnownChoice): RecognizedFile {
  const { header, delimiter } = recognizeHeader(source.start);
  const { mapping, problem, isChosen } = readMapping(header, known?.columns);
  const format = {
    name: mapping.format,
    encoding: source.encoding,
    delimiter: delimiter === '\t' ? 'tab' : delimiter,
    columns: describeColumns(mapping),
    ...samplesOf(source.start, { mapping, delimiter }),
    choice: known ? { ...known, isApplied: isChosen } : null,
  };
  return { format, mapping, delimiter, problem };
}
