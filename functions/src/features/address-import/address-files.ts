import type { FileField } from '@handoff/shared/domain/address/state-file-import';
import { AddressState, addressStates } from '@handoff/shared/domain/address/us-state';
import { zipCounties } from '../../records/kinds/address-versions.ts';
import { zipRecord } from '../../records/kinds/server-records.ts';
import { noEarlierAddresses, readEarlierAddresses } from './build/earlier-addresses.ts';
import type { FileKind, ReadFile } from '../../imports/read/file-kind.ts';
import { newAddressScan } from './build/scan.ts';
import { type NamedZip, uniteWithLive } from './build/zip-document.ts';
import { stateOfFile, stateOfStart } from './parse/file-state.ts';
import { recognizeFile } from './parse/recognize-file.ts';
import type { ColumnMapping } from './parse/row-fields.ts';
import { compareStreets } from './build/street-changes.ts';
import { readFileSettings } from '../../imports/record/file-settings.ts';

export const addressFiles: FileKind<NamedZip> = {
  subjects: addressStates,
  recordType: zipRecord.type,
  subjectOf: stateOfFile,

  async preview(source, { name, addresses }) {
    const file = recognizeFile(source);
    const subject = stateOfStart(source.start, { name, file });
    const known = subject && (await readFileSettings(addresses(subject))).choice;
    const { mapping, ...read } = known ? recognizeFile(source, known) : file;
    return { ...read, subject, header: mapping.header, hasHeader: true, fields: fieldsOfColumns(mapping) };
  },

  recognize(source, { job, partition, record }, { choice, rules }) {
    const file = recognizeFile(source, choice);
    const { mapping } = file;
    const state = AddressState.parse(record.State);
    async function open() {
      const isByTown = mapping.zip < 0;
      const earlier = isByTown ? await readEarlierAddresses(job, partition, state) : noEarlierAddresses;
      return newAddressScan(source, { file, state, rules, earlier });
    }
    return { ...file, header: mapping.header, hasHeader: true, open };
  },

  doubt: (read) => repeatedAddresses(read) ?? unreadColumns(read) ?? guessedColumns(read),
  unite: uniteWithLive,
  compareStreets,
  counties: zipCounties,
};

function fieldsOfColumns(mapping: ColumnMapping): ReadonlyMap<number, FileField> {
  const { number, numberParts = [], street, address, city, county, unit, state, zip } = mapping;
  const columns: [FileField, readonly number[]][] = [
    ['number', [...number, ...numberParts]],
    ['street', street],
    ['address', [address]],
    ['city', city],
    ['county', county],
    ['unit', unit],
    ['state', [state]],
    ['zip', [zip]],
  ];
  return new Map(columns.flatMap(([field, indices]) => indices.map((index) => [index, field] as const)));
}

/** Published files repeat 0 to 2 % of their addresses; in others a part of the address is in a column that is not read. */
const MOST_REPEATED = 0.1;

function repeatedAddresses({ Progress: { accepted, units, duplicates } }: ReadFile): string | undefined {
  const taken = accepted + units + duplicates;
  if (duplicates <= taken * MOST_REPEATED) return undefined;
  return (
    `${duplicates.toLocaleString('en-US')} of ${taken.toLocaleString('en-US')} rows repeat an address. ` +
    'Maybe a part of the address is in a column that was not read. Check how the file was read before you publish it.'
  );
}

function unreadColumns({ Format }: ReadFile): string | undefined {
  const unread = Format?.unread ?? [];
  if (unread.length === 0) return undefined;
  const names = unread.slice(0, MAX_COLUMNS_NAMED).join(', ');
  return (
    `Some columns seem to hold a part of the address beside the one that was read: ${names}. ` +
    'Check how the streets were read, then publish it or correct the columns.'
  );
}

const MAX_COLUMNS_NAMED = 5;

const guessedColumns = ({ Format }: ReadFile) =>
  Format && Format.guessed.length > 0
    ? 'Some columns were found by their values, because their names are unknown. Check how the file was read, then publish it or correct the columns.'
    : undefined;
