import type { AddressFormat } from './known-formats.ts';

/** Names are compared by letters and digits alone, so each name covers its spellings with `_`, blanks or capitals. */
const names = (text: string) => text.trim().split(/\s+/);

export const genericFormat: AddressFormat = {
  name: 'Columns by name',
  signature: [],
  number: names(`
    addno_full full_number number house_number house_no house_num house_nbr house add_number
    address_number primary_number street_number street_no street_num st_num addr_num addr_no addr_number
    address_no address_num hse_num hse_nbr st_no hno stnum civic_number civic_no bldg_number num nbr
    location_number property_number
  `),
  numberPrefix: names(`
    addnum_pre prefix_address_number address_number_prefix addr_num_prefix house_number_prefix
    number_prefix street_number_prefix num_prefix num_pre add_num_prefix addr_prefix
  `),
  numberSuffix: names(`
    addnum_suf suffix_address_number address_number_suffix addr_num_suffix house_number_suffix
    number_suffix street_number_suffix num_suffix num_suf add_num_suffix addr_suffix half_code half
    fraction street_number_fraction addr_frac address_fraction number_fraction
  `),
  completeStreet: names(`
    st_full full_street_name fullname stnam_full street_full full_street complete_street_name
    street_name_full st_name_full full_st_name street_name_complete road_name_full full_road_name
    roadfull fullstname
  `),
  street: names('street street_name st_name stname str_name road_name road rd_name'),
  address: names(`
    address street_address full_address siteaddress site_addr situs_address situs location_address
    property_address physical_address delivery_line_1 address_line_1 address1 addr fulladdr full_addr
    address_full complete_address addr_full location property_location prop_addr street_addr
    address_line1 addr1
  `),
  city: names(`
    city town town_name city_name post_city postal_city zipname zip_name primary_city post_comm
    postal_community usps_city municipality muni city_town_name city_town community community_name
    locality place_name
  `),
  county: names('county county_name district'),
  unit: names(`
    unit unit_number unit_no unit_num unit_id apartment apt apt_number apt_no suite subaddress
    sub_address addr_unit address_unit unit_type secondary_number apt_num address_line_2 address2
    address_line2 occupancy secondary
  `),
  state: names('state state_code state_abbreviation region state_name st_abbr state_abbr'),
  zip: names(`
    zip zip_code zip5 postcode postal_code post_code code zip_5 zip_code_5 postal post_zip zip_cd
    addr_zip zip_plus_4 city_state_zip csz last_line city_st_zip delivery_line_2
  `),
};
