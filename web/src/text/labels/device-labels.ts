/** The first match in the browser's own name wins, because most browsers also name their ancestors. */
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

/** The browser and its system in words. */
export function deviceWords(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (names) => names.find(([part]) => userAgent.includes(part))?.[1],
  );
  return `${browser ?? 'Browser'}${system === undefined ? '' : ` on ${system}`}`;
}
