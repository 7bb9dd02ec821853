import type { NationalList } from '@handoff/shared/domain/address/file-subject';
import { recognizeHeader } from '../decode/file-start.ts';
import type { SourceText } from '../decode/source-text.ts';
import { diagnosisFile, isDiagnosisStart } from './diagnosis-file.ts';
import type { ListFile } from './list-scan.ts';
import { isPractitionerHeader, practitionerFile } from './practitioner-file.ts';

/** The national list that a file is, by its first characters; undefined for an address file. */
export function listOfStart(start: string): NationalList | undefined {
  if (isDiagnosisStart(start)) return 'ICD';
  return isPractitionerHeader(recognizeHeader(start).header) ? 'NPI' : undefined;
}

type Start = Pick<SourceText, 'start' | 'encoding'>;

const files: Record<NationalList, (source: Start) => ListFile> = {
  NPI: practitionerFile,
  ICD: diagnosisFile,
};

export const listFile = (list: NationalList, source: Start): ListFile => files[list](source);
