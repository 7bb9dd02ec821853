/** The widths at which layouts change; a style sheet names one as `@media (--phone)`. */
export const widths = {
  phone: '(width < 768px)',
  narrow: '(width < 1100px)',
  wide: '(width >= 1280px)',
  roomy: '(width >= 1440px)',
  vast: '(width >= 1800px)',
} as const;

/** Replaces the names by their conditions. No browser knows custom media yet. */
export function withWidths(condition: string): string {
  return Object.entries(widths).reduce(
    (text, [name, width]) => text.replaceAll(`(--${name})`, width),
    condition,
  );
}
/** The palettes that components of Mantine are given here; `infra/checks/mantine-styles.test.ts` compares. */
export const mantineColors = ['dark', 'gray', 'red', 'green', 'blue'];

const unused = /^--mantine-color-(?:cyan|grape|indigo|lime|orange|pink|teal|violet|yellow)-/;

/** Mantine declares some twenty variables for each of its palettes, which the build leaves out. */
export const isUnusedColor = (variable: string) => unused.test(variable);
