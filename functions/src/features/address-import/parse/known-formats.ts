/** The columns of one kind of address file, by name; lists are in order of preference. */
export interface AddressFormat {
  name: string;
  /** A file with all of these columns has this format. */
  signature: readonly string[];
  number: readonly string[];
  /** Prefix, number and suffix, for sources that split house numbers and have `number` absent or blank. */
  numberParts?: readonly [prefix: string, number: string, suffix: string];
  /** Columns that stand before or behind the number, where the format has no `numberParts`. */
  numberPrefix?: readonly string[];
  numberSuffix?: readonly string[];
  /** Columns with the complete street; preferred to `street`, beside which parts of the street may stand. */
  completeStreet?: readonly string[];
  street: readonly string[];
  /** The street joins all of these columns with spaces, instead of using the first one present. */
  joinStreet?: true;
  /** One column with number and street. */
  address?: readonly string[];
  city: readonly string[];
  county: readonly string[];
  unit: readonly string[];
  state: readonly string[];
  zip: readonly string[];
}

const columns = (names: string) => names.split(' ');

/** Federal and state emergency number sources name the parts of a street this way (NENA). */
const streetParts = columns('st_premod st_predir st_pretyp st_presep st_name st_postyp st_posdir st_posmod');
const splitNumber = ['addnum_pre', 'add_number', 'addnum_suf'] as const;

const usual = { number: [], street: [], county: ['county'], unit: ['unit'], state: ['state'] } as const;

/**
 * Specific formats come before generic ones: the first matching signature wins. Names are those of OpenAddresses'
 * source descriptions (openaddresses/openaddresses@2793c54, sources/us).
 */
// oxfmt-ignore
export const addressFormats: readonly AddressFormat[] = [
  {
    ...usual, name: 'National Address Database', signature: ['add_number', 'stnam_full', 'zip_code'],
    number: ['addno_full'], numberParts: splitNumber, completeStreet: ['stnam_full'],
    city: ['post_city', 'inc_muni'], unit: ['unit', 'subaddress', 'floor', 'room', 'building'],
    zip: ['zip_code'],
  },
  {
    ...usual, name: 'Massachusetts MassGIS', signature: ['full_number_standardized', 'street_name'],
    number: ['full_number_standardized', 'address_number'], street: ['street_name'],
    city: ['pc_name', 'community_name', 'geographic_town'], zip: ['postcode'],
  },
  {
    ...usual, name: 'New York SAM', signature: ['completestreetname'],
    numberParts: ['prefixaddressnumber', 'addressnumber', 'suffixaddressnumber'],
    completeStreet: ['completestreetname'],
    city: ['zipname', 'citytownname'], county: ['countyname'], zip: ['zipcode'],
  },
  {
    ...usual, name: 'NG911 (Connecticut, New Jersey)', signature: ['add_number', 'st_name', 'post_code'],
    numberParts: splitNumber, street: streetParts, joinStreet: true,
    city: ['post_comm', 'msagcomm'], zip: ['post_code'],
  },
  {
    ...usual, name: 'NG911 with spelled-out parts of the street',
    signature: ['add_number', 'streetname', 'stn_postyp'],
    numberParts: splitNumber,
    street: columns('stn_premod stn_predir stn_pretyp streetname stn_postyp stn_posdir stn_posmod'),
    joinStreet: true,
    city: ['post_comm', 'msagcomm', 'inc_muni'], zip: ['post_code'],
  },
  {
    ...usual, name: 'Maine E911', signature: ['address_number', 'streetname', 'suffix'],
    numberParts: ['', 'address_number', 'addnumsuf'], street: ['predir', 'streetname', 'suffix', 'postdir'],
    joinStreet: true,
    city: ['town'], zip: ['zipcode'],
  },
  {
    ...usual, name: 'Rhode Island E911', signature: ['addnumfull', 'st_full'],
    number: ['addnumfull'], completeStreet: ['st_full'],
    city: ['msagcomm'], county: [], state: [], zip: ['post_code'],
  },
  {
    // Its column ST is the street type, not the state.
    ...usual, name: 'Vermont E911', signature: ['house_number', 'sn', 'sitetype'],
    numberParts: ['house_numberprefix', 'house_number', 'house_numbersuffix'],
    street: ['pd', 'pt', 'sn', 'st', 'sd'], joinStreet: true,
    city: ['townname'], unit: [], zip: ['zip'],
  },
  {
    ...usual, name: 'SmartyStreets', signature: ['primary_number', 'street_name', 'street_suffix', 'zipcode'],
    number: ['primary_number'],
    street: ['street_predirection', 'street_name', 'street_suffix', 'street_postdirection'], joinStreet: true,
    city: ['city_name', 'default_city_name'], county: ['county_name'],
    unit: ['secondary_number', 'extra_secondary_number', 'pmb_number'], state: ['state_abbreviation'],
    zip: ['zipcode'],
  },
  {
    ...usual, name: 'OpenStreetMap', signature: ['addr:housenumber', 'addr:street'],
    number: ['addr:housenumber'], completeStreet: ['addr:street'],
    city: ['addr:city'], county: ['addr:county'], unit: ['addr:unit', 'addr:flats'], state: ['addr:state'],
    zip: ['addr:postcode'],
  },
  {
    ...usual, name: 'Polling places', signature: ['pollingaddress', 'pollingzip'],
    address: ['pollingaddress'],
    city: ['pollingcity'], unit: [], state: ['state_code', 'state'], zip: ['pollingzip'],
  },
  {
    ...usual, name: 'OpenAddresses', signature: ['number', 'street', 'postcode'],
    number: ['number'], street: ['street'],
    city: ['city'], county: ['district'], state: ['region'], zip: ['postcode'],
  },
];

interface RefusedFormat {
  signature: readonly string[];
  message: string;
}

const noStreets =
  'It lists ZIP codes without street addresses. Upload a file with one address in each row, ' +
  'with columns for house number, street and ZIP code.';

/** Common files without addresses, or with incomplete ones. */
export const refusedFormats: readonly RefusedFormat[] = [
  {
    signature: ['zip', 'county', 'tot_ratio'],
    message: `This is the HUD ZIP-COUNTY crosswalk. ${noStreets}`,
  },
  {
    signature: ['zip', 'primary_city', 'acceptable_cities'],
    message: `This is the ZIP code table of unitedstateszipcodes.org (zip_code_database). ${noStreets}`,
  },
  { signature: ['geoid_zcta5_20'], message: `This is a Census ZIP (ZCTA) relationship file. ${noStreets}` },
  { signature: ['geoid_zcta5_10'], message: `This is a Census ZIP (ZCTA) relationship file. ${noStreets}` },
];
