import type { AddressState } from '@handoff/shared/domain/address/us-state';

interface StateCounties {
  fips: string;
  /** Each county begins with its three digits. */
  counties: string;
}

/** Complete for every state whose files can be imported: an unknown state would lose its counties silently. */
// oxfmt-ignore
const states: Record<AddressState, StateCounties> = {
  // Connecticut has eight old counties, and the planning regions that replaced them in 2022.
  CT: { fips: '09', counties: '001 Fairfield,003 Hartford,005 Litchfield,007 Middlesex,009 New Haven,011 New London,013 Tolland,015 Windham,110 Capitol,120 Greater Bridgeport,130 Lower Connecticut River Valley,140 Naugatuck Valley,150 Northeastern Connecticut,160 Northwest Hills,170 South Central Connecticut,180 Southeastern Connecticut,190 Western Connecticut' },
  ME: { fips: '23', counties: '001 Androscoggin,003 Aroostook,005 Cumberland,007 Franklin,009 Hancock,011 Kennebec,013 Knox,015 Lincoln,017 Oxford,019 Penobscot,021 Piscataquis,023 Sagadahoc,025 Somerset,027 Waldo,029 Washington,031 York' },
  MA: { fips: '25', counties: '001 Barnstable,003 Berkshire,005 Bristol,007 Dukes,009 Essex,011 Franklin,013 Hampden,015 Hampshire,017 Middlesex,019 Nantucket,021 Norfolk,023 Plymouth,025 Suffolk,027 Worcester' },
  NH: { fips: '33', counties: '001 Belknap,003 Carroll,005 Cheshire,007 Coos,009 Grafton,011 Hillsborough,013 Merrimack,015 Rockingham,017 Strafford,019 Sullivan' },
  NJ: { fips: '34', counties: '001 Atlantic,003 Bergen,005 Burlington,007 Camden,009 Cape May,011 Cumberland,013 Essex,015 Gloucester,017 Hudson,019 Hunterdon,021 Mercer,023 Middlesex,025 Monmouth,027 Morris,029 Ocean,031 Passaic,033 Salem,035 Somerset,037 Sussex,039 Union,041 Warren' },
  NY: { fips: '36', counties: '001 Albany,003 Allegany,005 Bronx,007 Broome,009 Cattaraugus,011 Cayuga,013 Chautauqua,015 Chemung,017 Chenango,019 Clinton,021 Columbia,023 Cortland,025 Delaware,027 Dutchess,029 Erie,031 Essex,033 Franklin,035 Fulton,037 Genesee,039 Greene,041 Hamilton,043 Herkimer,045 Jefferson,047 Kings,049 Lewis,051 Livingston,053 Madison,055 Monroe,057 Montgomery,059 Nassau,061 New York,063 Niagara,065 Oneida,067 Onondaga,069 Ontario,071 Orange,073 Orleans,075 Oswego,077 Otsego,079 Putnam,081 Queens,083 Rensselaer,085 Richmond,087 Rockland,089 St. Lawrence,091 Saratoga,093 Schenectady,095 Schoharie,097 Schuyler,099 Seneca,101 Steuben,103 Suffolk,105 Sullivan,107 Tioga,109 Tompkins,111 Ulster,113 Warren,115 Washington,117 Wayne,119 Westchester,121 Wyoming,123 Yates' },
  PA: { fips: '42', counties: '001 Adams,003 Allegheny,005 Armstrong,007 Beaver,009 Bedford,011 Berks,013 Blair,015 Bradford,017 Bucks,019 Butler,021 Cambria,023 Cameron,025 Carbon,027 Centre,029 Chester,031 Clarion,033 Clearfield,035 Clinton,037 Columbia,039 Crawford,041 Cumberland,043 Dauphin,045 Delaware,047 Elk,049 Erie,051 Fayette,053 Forest,055 Franklin,057 Fulton,059 Greene,061 Huntingdon,063 Indiana,065 Jefferson,067 Juniata,069 Lackawanna,071 Lancaster,073 Lawrence,075 Lebanon,077 Lehigh,079 Luzerne,081 Lycoming,083 McKean,085 Mercer,087 Mifflin,089 Monroe,091 Montgomery,093 Montour,095 Northampton,097 Northumberland,099 Perry,101 Philadelphia,103 Pike,105 Potter,107 Schuylkill,109 Snyder,111 Somerset,113 Sullivan,115 Susquehanna,117 Tioga,119 Union,121 Venango,123 Warren,125 Washington,127 Wayne,129 Westmoreland,131 Wyoming,133 York' },
  RI: { fips: '44', counties: '001 Bristol,003 Kent,005 Newport,007 Providence,009 Washington' },
  VT: { fips: '50', counties: '001 Addison,003 Bennington,005 Caledonia,007 Chittenden,009 Essex,011 Franklin,013 Grand Isle,015 Lamoille,017 Orange,019 Orleans,021 Rutland,023 Washington,025 Windham,027 Windsor' },
};

const names = new Map(
  Object.values(states).flatMap(({ fips, counties }) =>
    counties
      .split(',')
      .map((county): [string, string] => [fips + county.slice(0, 3), county.slice(4).toUpperCase()]),
  ),
);

/** Files may give a county by its FIPS code, with or without the digits of the state. No county has an unknown code. */
export function countyName(text: string, state: AddressState): string {
  const code = /^(\d{1,5})(?:\.0+)?$/.exec(text)?.[1];
  if (code === undefined) return text;
  const full = code.length <= 3 ? states[state].fips + code.padStart(3, '0') : code.padStart(5, '0');
  return names.get(full) ?? '';
}

const countyNames = new Set(names.values());

export const isCounty = (text: string): boolean => countyNames.has(text.replace(/ (?:COUNTY|CNTY|CO)$/, ''));
