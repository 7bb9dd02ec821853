import { addressFiles } from '../../features/address-import/address-files.ts';
import type { FileKind } from '../../features/address-import/build/file-kind.ts';
import { diagnosisFiles } from '../../features/address-import/lists/diagnosis-file.ts';
import { practitionerFiles } from '../../features/address-import/lists/practitioner-file.ts';

/** As app.ts has them, for tests and measurements that run without it. */
export const fileKinds: readonly FileKind[] = [diagnosisFiles, practitionerFiles, addressFiles];
