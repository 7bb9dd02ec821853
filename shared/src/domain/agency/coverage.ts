import { isValidOn, type ContractedPayer, type Partner, type ServiceArea } from './directory.ts';

export interface Place {
  State: string;
  ZipCode: string;
  County: string;
}

/** The rules by which an area covers a place, most exact first. */
export const coverRules = ['ZIP code', 'ZIP range', 'County', 'State'] as const;
export type CoverRule = (typeof coverRules)[number];

export function ruleCovering(area: ServiceArea, { State, ZipCode, County }: Place): CoverRule | undefined {
  if (!area.States.includes(State)) return undefined;
  if (area.ZipCodes.includes(ZipCode)) return 'ZIP code';
  if (area.ZipRanges.some(({ From, To }) => From <= ZipCode && ZipCode <= To)) return 'ZIP range';
  const sameCounty = area.Counties.some(
    (county) => county.State === State && isSameCounty(county.County, County),
  );
  if (sameCounty) return 'County';
  return isNarrowed(area, State) ? undefined : 'State';
}

/** Counties of one state do not narrow another state of the same area; ZIP codes are not tied to a state here. */
const isNarrowed = ({ ZipCodes, ZipRanges, Counties }: ServiceArea, state: string) =>
  ZipCodes.length + ZipRanges.length > 0 || Counties.some(({ State }) => State === state);

export const isSameCounty = (one: string, other: string) => plainCounty(one) === plainCounty(other);

/** Files write ST LAWRENCE, and people St. Lawrence. */
const plainCounty = (county: string) =>
  county
    .trim()
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/\scounty$/, '')
    .trimEnd();

export const offersDiscipline = ({ Disciplines }: ServiceArea, discipline: string) =>
  Disciplines.length === 0 || Disciplines.includes(discipline);

/** Whether an agency takes patients there: by its service areas, or by its states when it names no areas. */
export function isPartnerFor(partner: Partner, areas: readonly ServiceArea[], place: Place): boolean {
  if (partner.Kind !== 'Home care' && partner.Kind !== 'Hospice') return false;
  if (partner.ServiceAreaIds.length === 0) return partner.States.includes(place.State);
  return areas.some(
    (area) => partner.ServiceAreaIds.includes(area.Id) && ruleCovering(area, place) !== undefined,
  );
}

export const paysThere = ({ States, ...contract }: ContractedPayer, state: string, day: string) =>
  isValidOn(contract, day) && (States.length === 0 || States.includes(state));

interface Directory {
  areas: readonly ServiceArea[];
  partners: readonly Partner[];
  day: string;
}

interface County {
  State: string;
  County: string;
  ZipCodes: readonly string[];
}

/**
 * `ours`: an area covers every ZIP code. `part`: only some. `overlap`: two areas cover one. `ending`: ours, but not for
 * long. `partner`: none of ours, but another agency takes patients there. `gap`: no one does.
 */
export type Cover = 'ours' | 'part' | 'overlap' | 'ending' | 'partner' | 'gap';

export interface CountyCover {
  cover: Cover;
  /** The areas, each with the number of the county's ZIP codes that it covers. */
  areas: { area: ServiceArea; zips: number }[];
  /** ZIP codes that no area of ours covers. */
  uncovered: string[];
  /** ZIP codes that more than one covers. */
  doubled: string[];
  partners: Partner[];
}

const SOON_DAYS = 30;

/** Says who cares for patients of a county with this discipline. */
export function countyCover(
  { State, County: name, ZipCodes }: County,
  discipline: string,
  { areas, partners, day }: Directory,
): CountyCover {
  const offering = areas.filter((area) => isValidOn(area, day) && offersDiscipline(area, discipline));
  // A county whose ZIP codes are not imported is judged by its name and state alone.
  const places = (ZipCodes.length === 0 ? [''] : ZipCodes).map((ZipCode) => ({
    State,
    County: name,
    ZipCode,
  }));
  const covering = places.map((place) => offering.filter((area) => ruleCovering(area, place) !== undefined));
  const zipsWhere = (isSo: (found: readonly ServiceArea[]) => boolean) =>
    ZipCodes.filter((_, index) => isSo(covering[index] ?? []));
  const found = {
    areas: offering
      .map((area) => ({ area, zips: covering.filter((each) => each.includes(area)).length }))
      .filter(({ zips }) => zips > 0),
    uncovered: zipsWhere(({ length }) => length === 0),
    doubled: zipsWhere(({ length }) => length > 1),
    partners: partners.filter((partner) => places.some((place) => isPartnerFor(partner, areas, place))),
  };
  const soon = new Date(Date.parse(day) + SOON_DAYS * 86_400_000).toISOString().slice(0, 10);
  return { cover: coverOf(found, ZipCodes.length, soon), ...found };
}

function coverOf(
  { areas, uncovered, doubled, partners }: Omit<CountyCover, 'cover'>,
  zips: number,
  soon: string,
): Cover {
  if (areas.length === 0) return partners.length > 0 ? 'partner' : 'gap';
  if (doubled.length > 0) return 'overlap';
  if (areas.some(({ area }) => area.EndsOn !== null && area.EndsOn <= soon)) return 'ending';
  return uncovered.length > 0 && zips > 0 ? 'part' : 'ours';
}

interface Wanted {
  place: Place;
  payers: readonly { Name: string }[];
}

export interface PartnerSuggestion {
  partner: Partner;
  takesPayer: boolean;
}

/** Those that serve the place, with those that take the payer first. */
export function suggestPartners(
  { place, payers }: Wanted,
  {
    partners,
    areas,
    contracts,
  }: {
    partners: readonly Partner[];
    areas: readonly ServiceArea[];
    contracts: readonly Pick<ContractedPayer, 'Id' | 'Name' | 'Aliases'>[];
  },
): PartnerSuggestion[] {
  const names = new Set(payers.map(({ Name }) => Name.toLowerCase()));
  const wanted = contracts.filter(({ Name, Aliases }) =>
    [Name, ...Aliases].some((name) => names.has(name.toLowerCase())),
  );
  return partners
    .filter((partner) => isPartnerFor(partner, areas, place))
    .map((partner) => ({
      partner,
      takesPayer: wanted.some(({ Id }) => partner.ContractedPayerIds.includes(Id)),
    }))
    .toSorted(
      (a, b) => Number(b.takesPayer) - Number(a.takesPayer) || a.partner.Name.localeCompare(b.partner.Name),
    );
}
