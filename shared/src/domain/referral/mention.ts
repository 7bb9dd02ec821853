import type { Person } from '../access/user.ts';

/** Who is meant by `@Full Name` in a text, in any case; the longer of two names that begin alike. */
export function mentionedIn<P extends Person>(text: string, people: readonly P[]): P[] {
  const written = text.toLowerCase();
  const byLength = people
    .filter(({ FullName }) => FullName.trim() !== '')
    .toSorted((a, b) => b.FullName.length - a.FullName.length);
  const found = new Set<P>();
  for (let at = written.indexOf('@'); at !== -1; at = written.indexOf('@', at + 1)) {
    const name = (person: P) => person.FullName.trim().toLowerCase();
    const longest = byLength.find((person) => isNameAt(written, at + 1, name(person)));
    // Two people of one name are both told: nobody else can say which was meant.
    for (const person of byLength) if (longest && name(person) === name(longest)) found.add(person);
  }
  return [...found];
}

function isNameAt(text: string, at: number, name: string): boolean {
  return (
    text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(text.slice(at + name.length, at + name.length + 1))
  );
}
