import { zipContent } from '../../features/address-import/build/zip-document.ts';
import type { AddressTable, NamedLocality } from '../../features/address-import/table/address-table.ts';

interface Group {
  ids: Map<string, number>;
  streets: { street: string; numbers: Map<number | string, { rows: number; units: number }> }[];
  localities: Map<string, NamedLocality>;
}

/**
 * The table of an import in plain maps, with which tests compare the compiled one. It takes no line from its bytes, so
 * that the rules see every row.
 */
export function plainAddressTable(): AddressTable {
  const groups: Group[] = [];
  const groupAt = (index: number) =>
    (groups[index] ??= { ids: new Map(), streets: [], localities: new Map() });
  let block = Buffer.alloc(0);
  return {
    lines: {
      room(length) {
        if (length > block.length) block = Buffer.concat([block], length);
        return block;
      },
      take: (from) => ({ at: from, taken: 0, rows: 0, kept: 0, padded: 0, report: '' }),
    },
    acceptZip: () => {},
    addVerdict: () => {},
    rejectZip: () => {},
    rejectState: () => {},
    rowsOf: () => 0,
    street({ name }, index) {
      if (name === '') return -1;
      const { ids, streets } = groupAt(index);
      const id = ids.get(name) ?? streets.push({ street: name, numbers: new Map() }) - 1;
      ids.set(name, id);
      return id;
    },
    addRow(index, { street, number, isUnit }) {
      const numbers = groupAt(index).streets[street]?.numbers;
      const { rows, units } = numbers?.get(number) ?? { rows: 0, units: 0 };
      numbers?.set(number, { rows: rows + 1, units: units + Number(isUnit) });
    },
    countLocality(index, { city, county }) {
      const { localities } = groupAt(index);
      const key = JSON.stringify([city, county]);
      const rows = (localities.get(key)?.rows ?? 0) + 1;
      localities.set(key, { city, county, rows });
    },
    close: () => ({
      localities: (index) => [...groupAt(index).localities.values()],
      addresses(index) {
        const streets = groupAt(index)
          .streets.filter(({ numbers }) => numbers.size > 0)
          .map(({ street, numbers }) => ({
            street,
            plain: [...numbers.keys()]
              .filter((number) => typeof number === 'number')
              .toSorted((a, b) => a - b),
            others: [...numbers.keys()].filter((number) => typeof number === 'string'),
          }));
        const units = groupAt(index)
          .streets.flatMap(({ numbers }) => [...numbers.values()])
          .reduce((sum, each) => sum + Math.min(each.units, each.rows - 1), 0);
        const { n, s } = zipContent({ code: '', city: '', county: '' }, streets);
        return { n, units, s: Buffer.from(s) };
      },
    }),
  };
}
