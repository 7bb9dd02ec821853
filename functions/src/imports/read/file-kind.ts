import type { FileSubject } from '@handoff/shared/domain/address/file-subject';
import type {
  FileField,
  StateFileImport,
  StreetChanges,
} from '@handoff/shared/domain/address/state-file-import';
import type { ZipCounties } from '../../core/context.ts';
import type { Manifest } from '../../records/kinds/address-versions.ts';
import type { InvalidFileError } from '../decode/invalid-file.ts';
import type { SourceText } from '../decode/source-text.ts';
import type { ImportRun, RowCounts } from '../record/import-run.ts';
import type { StoredImport } from '../record/import-record.ts';
import type { FileSettings } from '../record/file-settings.ts';
import type { AddressReads } from '../import-ports.ts';
import type { FileLayout, Scan } from './scan.ts';
import type { NamedDocument } from './version-documents.ts';

/** How files with one kind of content are recognized, read and compared. Documents go to the kind that made them only. */
export interface FileKind<Document extends NamedDocument = NamedDocument> {
  subjects: readonly FileSubject[];
  recordType: string;
  /** The subject of a file by its first characters and its name; undefined where they leave it open. */
  subjectOf(start: string, fileName: string): FileSubject | undefined;
  /** Recognizes a file before it is uploaded; undefined for one of another kind. */
  preview(source: SourceText, file: AddressReads & { name: string }): Promise<FilePreview | undefined>;
  recognize(source: SourceText, run: ImportRun, settings: FileSettings): ImportFile<Document>;
  /** Why a person has to look at how a file was read. */
  doubt?(read: ReadFile): string | undefined;
  /** Mode `add`; without it each file replaces the one before. */
  unite?(run: ImportRun, versions: Compared<Document>): Promise<Document[]>;
  compareStreets?(run: ImportRun, versions: Compared<Document>): Promise<StreetChanges>;
  /** The counties that service areas are compared with. */
  counties?: (version: Manifest | undefined) => ZipCounties;
}

interface Compared<Document> {
  documents: readonly Document[];
  live: Manifest;
}

/** The reading of a file; `Progress` has the counts of its rows. */
export type ReadFile = Pick<StoredImport, 'Format'> & { Progress: RowCounts };

export interface Recognized extends FileLayout {
  problem: InvalidFileError | undefined;
}

export interface FilePreview extends Recognized {
  subject: FileSubject | undefined;
  fields?: ReadonlyMap<number, FileField>;
}

export interface ImportFile<Document extends NamedDocument = NamedDocument> extends Recognized {
  format: NonNullable<StateFileImport['Format']>;
  open: () => Promise<Scan<Document>>;
}

export function kindOf(kinds: readonly FileKind[], subject: FileSubject): FileKind {
  const kind = kinds.find(({ subjects }) => subjects.includes(subject));
  if (!kind) throw new Error(`No kind of file is of ${subject}`);
  return kind;
}
