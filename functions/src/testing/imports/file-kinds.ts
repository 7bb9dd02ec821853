import { addressFiles } from '../../features/address-import/address-files.ts';
import type { FileKind } from '../../imports/read/file-kind.ts';
import { diagnosisFiles } from '../../features/reference-lists/diagnosis-file.ts';
import { practitionerFiles } from '../../features/reference-lists/practitioner-file.ts';

/** As app.ts has them, for tests and measurements that run without it. */
export const fileKinds: readonly FileKind[] = [diagnosisFiles, practitionerFiles, addressFiles];
