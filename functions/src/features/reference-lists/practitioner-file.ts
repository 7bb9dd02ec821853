import { Npi } from '@handoff/shared/domain/person/identifiers';
import { InvalidFileError } from '../../imports/decode/invalid-file.ts';
import { recognizeHeader } from '../../imports/decode/file-start.ts';
import { firstRows } from '../../imports/read/csv-rows.ts';
import { listKind, type ListFile, type ListRows } from './list-kind.ts';
import { practitionerList } from './practitioner-list.ts';
import { practitionerLines } from './practitioner-rows.ts';

/** The columns of the CMS file "Order and Referring", in its order. */
const columns = ['NPI', 'LAST_NAME', 'FIRST_NAME', 'PARTB', 'DME', 'HHA', 'PMD', 'HOSPICE'] as const;
const needed = ['NPI', 'LAST_NAME', 'FIRST_NAME', 'HHA', 'HOSPICE'] as const;

/** In the words of the report on an import. */
const meanings: Record<(typeof needed)[number], string> = {
  NPI: 'NPI',
  LAST_NAME: 'Last name',
  FIRST_NAME: 'First name',
  HHA: 'Home health',
  HOSPICE: 'Hospice',
};
const SAMPLE_ROWS = 20;
const SAMPLES = 3;

export const practitionerFiles = listKind({ subject: 'NPI', isStart, recognize });

function isStart(start: string): boolean {
  const names = named(recognizeHeader(start).header);
  return ['NPI', 'LAST_NAME', 'FIRST_NAME', 'HHA'].every((name) => names.includes(name));
}

const named = (header: readonly string[]) => header.map((name) => name.trim().toUpperCase());

function recognize(start: string): ListFile {
  const { header, delimiter } = recognizeHeader(start);
  const names = named(header);
  const missing = needed.filter((name) => !names.includes(name));
  const rows = firstRows(start, { delimiter, width: header.length, most: SAMPLE_ROWS });
  const found = needed.flatMap((name) => {
    const at = names.indexOf(name);
    return at < 0 ? [] : [{ name, at, means: meanings[name] }];
  });
  return {
    format: {
      name: 'CMS Order and Referring',
      delimiter,
      columns: Object.fromEntries(found.map(({ name, means }) => [means, name])),
      samples: Object.fromEntries(
        found.map(({ at, means }) => [
          means,
          [...new Set(rows.map((row) => row[at] ?? ''))].slice(0, SAMPLES),
        ]),
      ),
    },
    header,
    hasHeader: true,
    delimiter,
    problem:
      missing.length === 0
        ? undefined
        : new InvalidFileError(
            `The file has no column ${missing.join(', ')}. Download the newest Order and Referring file of CMS.`,
          ),
    rows: () => practitionerRows(names, delimiter),
  };
}

function practitionerRows(names: readonly string[], delimiter: string): ListRows {
  const list = practitionerList();
  const at = Object.fromEntries(needed.map((name) => [name, names.indexOf(name)]));
  const isUsual = delimiter === ',' && names.join() === columns.join();
  return {
    take(fields) {
      if (fields.length !== names.length) return 'columns';
      const cell = (name: (typeof needed)[number]) => (fields[at[name] ?? -1] ?? '').trim();
      const npi = Npi.safeParse(cell('NPI'));
      if (!npi.success) return 'bad-npi';
      const [LastName, FirstName] = [plainName(cell('LAST_NAME')), plainName(cell('FIRST_NAME'))];
      // Some practitioners have one name.
      if (LastName === '') return 'no-name';
      const flags = [cell('HHA'), cell('HOSPICE')].map((flag) => ['N', 'Y'].indexOf(flag.toUpperCase()));
      const [homeHealth = -1, hospice = -1] = flags;
      if (homeHealth < 0 || hospice < 0) return 'bad-flag';
      const rights = { MayOrderHomeHealth: homeHealth === 1, MayCertifyHospice: hospice === 1 };
      list.addPractitioner({ Npi: npi.data, LastName, FirstName, ...rights });
      return 'taken';
    },
    ...(isUsual && { lines: practitionerLines(list) }),
    close: () => list.close(),
  };
}

/** The characters that separate the parts of a line are none of a name. */
const plainName = (name: string) => name.replaceAll(/[\s,;"]+/g, ' ').trim();
