import * as z from 'zod';

/** Full names of the states by two-letter code, with the District of Columbia. */
// oxfmt-ignore
export const stateNames = {
  AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado',
  CT: 'Connecticut', DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii',
  ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana',
  ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi',
  MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey',
  NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma',
  OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota',
  TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont', VA: 'Virginia', WA: 'Washington',
  WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming',
} as const;

/** The states whose address files can be imported; each has its own `UpdateAddressState…` call. */
export const addressStates = ['CT', 'ME', 'MA', 'NH', 'NJ', 'NY', 'PA', 'RI', 'VT'] as const;

export const AddressState = z.enum(addressStates);
export type AddressState = z.infer<typeof AddressState>;

/** The options of a state select: 'AL - Alabama', value 'AL'. */
export const stateOptions = Object.entries(stateNames).map(([code, name]) => ({
  label: `${code} - ${name}`,
  value: code,
}));

const codes = new Map<string, string>(
  Object.entries(stateNames).flatMap(([code, name]) => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
);

/** Returns the two-letter code for a code or full name in any case; undefined when it is neither. */
export function stateCode(text: string): string | undefined {
  return codes.get(text.trim().toUpperCase());
}

/** Stored as the code. */
export const StateCode = z
  .string()
  .max(2, { error: 'Choose a state', abort: true })
  .refine((state) => stateCode(state) === state, 'Choose a state')
  .meta({ enum: Object.keys(stateNames) });

/** Finds the state in a file name such as `ct_addresses.csv` or `rhode-island.csv`. */
export function stateInName(name: string): AddressState | undefined {
  const words = ` ${name.toLowerCase().replaceAll(/[^a-z]+/g, ' ')} `;
  return addressStates.find(
    (state) =>
      words.includes(` ${state.toLowerCase()} `) || words.includes(` ${stateNames[state].toLowerCase()} `),
  );
}

/** Imported files have place names in capitals only: NEW HAVEN becomes New Haven, O'FALLON O'Fallon, MCALLEN McAllen. */
export function placeName(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .replaceAll(/(?<![\w'’])(?:[a-z]['’](?=[a-z]{2})|mc(?=[a-z]))?[a-z]/g, capitalized);
}

const capitalized = (start: string) =>
  start.charAt(0).toUpperCase() +
  start.slice(1, -1) +
  (start.length > 1 ? start.slice(-1).toUpperCase() : '');
