import { randomness } from '@handoff/local/seed/randomness';

/** Raise it with each release of the reader: other families and vocabularies are kept back then. */
const RELEASE = 1;

/**
 * Half of the names, chosen by the release. Rules of the reader may be made for documents whose family and vocabulary are
 * both in this half. The others are kept back: the bench prints how many of their values were read, never which.
 */
export function tunedHalf<Name extends string>(names: readonly Name[]): ReadonlySet<Name> {
  const draw = randomness(RELEASE * 104_729 + names.length);
  return new Set(
    names
      .map((name) => ({ name, at: draw.fraction() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, Math.ceil(names.length / 2))
      .map(({ name }) => name),
  );
}
