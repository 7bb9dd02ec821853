/** First three digits of each state's ZIP codes, `from-to` inclusive, as the Postal Service assigns them. */
// oxfmt-ignore
const prefixes: Record<string, string> = {
  AL: '350-369', AK: '995-999', AZ: '850-865', AR: '716-729', CA: '900-961', CO: '800-816', CT: '060-069',
  DE: '197-199', DC: '200 202-205', FL: '320-349', GA: '300-319 398-399', HI: '967-968', ID: '832-838',
  IL: '600-629', IN: '460-479', IA: '500-528', KS: '660-679', KY: '400-427', LA: '700-714', ME: '039-049',
  MD: '206-219', MA: '010-027', MI: '480-499', MN: '550-567', MS: '386-397', MO: '630-658', MT: '590-599',
  NE: '680-693', NV: '889-898', NH: '030-038', NJ: '070-089', NM: '870-884', NY: '005 100-149', NC: '270-289',
  ND: '580-588', OH: '430-459', OK: '730-749', OR: '970-979', PA: '150-196', RI: '028-029', SC: '290-299',
  SD: '570-577', TN: '370-385', TX: '750-799 885', UT: '840-847', VT: '050-054 056-059', VA: '201 220-246',
  WA: '980-994', WV: '247-268', WI: '530-549', WY: '820-831',
};

/** ZIP codes that belong to another state than their first three digits suggest. */
const exceptions = new Map([
  // Fishers Island belongs to New York, but its mail comes through Connecticut.
  ['06390', 'NY'],
  // The IRS service center in Andover.
  ['05501', 'MA'],
  ['05544', 'MA'],
]);

const stateByPrefix = new Map<string, string>(
  Object.entries(prefixes).flatMap(([state, ranges]) =>
    ranges.split(' ').flatMap((range) => expand(range).map((prefix): [string, string] => [prefix, state])),
  ),
);

export function stateOfZip(zip: string): string | undefined {
  return exceptions.get(zip) ?? stateByPrefix.get(zip.slice(0, 3));
}

/**
 * Normalizes a ZIP code as address files spell it: without its leading zeros (Excel), as a float, or with four more
 * digits, with or without the dash. Undefined when it is not a ZIP code.
 */
export function normalizeFileZip(text: string): string | undefined {
  const trimmed = text.trim();
  const digits = /^(\d{3,5})(?:-\d{0,4}|\.0+)?$/.exec(trimmed)?.[1] ?? /^(\d{4,5})\d{4}$/.exec(trimmed)?.[1];
  // A program that drops zeros drops all of them: `0503` has lost another digit.
  if (digits === undefined || /^0\d{2,3}$/.test(digits)) return undefined;
  const zip = digits.padStart(5, '0');
  return zip === '00000' ? undefined : zip;
}

/** Whether a ZIP code has lost its first zeros, as spreadsheets write it. */
export const isShortZip = (text: string): boolean => /^\d{3,4}(?!\d)/.test(text.trim());

function expand(range: string): string[] {
  const [from = '', to = from] = range.split('-');
  const count = Number(to) - Number(from) + 1;
  return Array.from({ length: count }, (_, step) => String(Number(from) + step).padStart(3, '0'));
}
