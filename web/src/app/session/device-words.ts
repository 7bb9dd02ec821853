/** By the first part of the browser's own name that is found: most browsers also name those they descend from. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** The browser and its system, as a person would name them. */
export function deviceWords(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (names) => names.find(([part]) => userAgent.includes(part))?.[1],
  );
  return `${browser ?? 'Browser'}${system === undefined ? '' : ` on ${system}`}`;
}
