interface ZipPlace {
  code: string;
  city: string;
  county: string;
}

export interface CountyOfState {
  /** Empty for ZIP codes without a county in the imported file. */
  county: string;
  zips: ZipPlace[];
}

/** The ZIP codes of a state sorted under their counties; those without a county come last. */
export function countiesOf(zips: readonly ZipPlace[]): CountyOfState[] {
  const counties = new Map<string, ZipPlace[]>();
  for (const zip of zips) counties.set(zip.county, [...(counties.get(zip.county) ?? []), zip]);
  return [...counties]
    .map(([county, own]) => ({ county, zips: own.toSorted((a, b) => a.code.localeCompare(b.code)) }))
    .toSorted(
      (a, b) => Number(a.county === '') - Number(b.county === '') || a.county.localeCompare(b.county),
    );
}

/** Counties whose name contains the text, and others with only the ZIP codes and cities that begin with it. */
export function findPlaces(counties: readonly CountyOfState[], text: string): CountyOfState[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...counties];
  return counties.flatMap(({ county, zips }) => {
    if (county.toLowerCase().includes(wanted)) return [{ county, zips }];
    const found = zips.filter(
      ({ code, city }) => code.startsWith(wanted) || city.toLowerCase().startsWith(wanted),
    );
    return found.length === 0 ? [] : [{ county, zips: found }];
  });
}
