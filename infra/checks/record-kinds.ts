const KINDS = 'functions/src/records/kinds/';
const DECLARATIONS = 'functions/src/records/declare-record.ts';

/** FHIR has types of its own, such as that of a document. */
const isProduct = (file: string) =>
  file.startsWith('functions/src/') && !/\.test(-d)?\.ts$|\/(testing|stories|fhir)\//.test(file);

/** Kinds of records that a second place declares, or spells out, beside the one that `records/kinds` has of each. */
export function repeatedKinds(sources: ReadonlyMap<string, string>): string[] {
  const product = [...sources].filter(([file]) => isProduct(file));
  const named = product.flatMap(([file, text]) => typesIn(text).map((type) => ({ file, type })));
  const declared = new Set(named.filter(({ file }) => file.startsWith(KINDS)).map(({ type }) => type));
  const places = Map.groupBy(named, ({ type }) => type);
  const repeated = [...declared].filter((type) => (places.get(type)?.length ?? 0) > 1);
  return [
    ...repeated.map(
      (type) =>
        `'${type}' is a kind of record in ${places
          .get(type)
          ?.map(({ file }) => file)
          .join(' and ')}`,
    ),
    ...product
      .filter(([file, text]) => /\bdeclare(Record|Stored)\b/.test(text) && !isDeclaring(file))
      .map(([file]) => `${file} declares a kind of record outside of ${KINDS}`),
  ];
}

const isDeclaring = (file: string) => file.startsWith(KINDS) || file === DECLARATIONS;

/** The types that objects of this file have, as a text or by the name of a constant. */
function typesIn(text: string): string[] {
  const constants = new Map(
    [...text.matchAll(/\bconst ([A-Z_]+) = '([a-z-]+)'/g)].map(([, name = '', type = '']) => [name, type]),
  );
  return [...text.matchAll(/\btype: (?:'([a-z-]+)'|([A-Z_]+)\b)/g)].flatMap(
    ([, type, name = '']) => type ?? constants.get(name) ?? [],
  );
}
