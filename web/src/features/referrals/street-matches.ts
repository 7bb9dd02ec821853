const MOST_SHOWN = 50;

/** As the import writes a street: trimmed, inner spaces collapsed, upper case. */
export function normaliseStreet(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toUpperCase();
}

/** What begins with the typed text, then what contains it, in the order of the file. */
export function bestStreetMatches(streets: readonly string[], typed: string): string[] {
  const wanted = normaliseStreet(typed);
  if (wanted === '') return [];
  const beginning: string[] = [];
  const containing: string[] = [];
  for (const street of streets) {
    const at = street.indexOf(wanted);
    if (at === 0) beginning.push(street);
    else if (at > 0 && containing.length < MOST_SHOWN) containing.push(street);
    if (beginning.length >= MOST_SHOWN) break;
  }
  const matches = [...beginning, ...containing].slice(0, MOST_SHOWN);
  // What is already chosen needs no list of itself.
  return matches.length === 1 && matches[0] === wanted ? [] : matches;
}
