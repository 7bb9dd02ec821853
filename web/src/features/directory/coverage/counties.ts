interface ZipPlace {
  code: string;
  city: string;
  county: string;
}

/** The ZIP codes of a state sorted under their counties. */
export function countiesWithZips(zips: readonly ZipPlace[]): { County: string; ZipCodes: string[] }[] {
  const counties = new Map<string, string[]>();
  for (const { code, county } of zips) counties.set(county, [...(counties.get(county) ?? []), code]);
  return [...counties]
    .map(([County, ZipCodes]) => ({ County, ZipCodes: ZipCodes.toSorted() }))
    .toSorted((a, b) => a.County.localeCompare(b.County));
}

const codes = new Map([
  ['Skilled nursing', 'SN'],
  ['Physical therapy', 'PT'],
  ['Occupational therapy', 'OT'],
  ['Speech therapy', 'ST'],
  ['Home health aide', 'HHA'],
  ['Medical social work', 'MSW'],
  ['Hospice', 'HOS'],
  ['Palliative care', 'PAL'],
]);

/** The usual abbreviation; an agency's own disciplines get their first letters. */
export const disciplineCode = (name: string): string =>
  codes.get(name) ??
  name
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .slice(0, 4);
