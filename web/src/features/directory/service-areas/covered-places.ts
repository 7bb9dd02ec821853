import type { NewServiceArea } from '@handoff/shared/domain/agency/directory';
import { stateOfZip } from '@handoff/shared/domain/address/state-zip';
import type { ZipList } from '@handoff/shared/domain/address/zip-list';

/** Counties, ZIP codes and ranges narrow a state; a state without any is served completely. */
export type Places = Pick<NewServiceArea, 'States' | 'Counties' | 'ZipCodes' | 'ZipRanges'>;

const plain = (county: string) => county.trim().toLowerCase();

export const hasCounty = ({ Counties }: Places, state: string, county: string): boolean =>
  Counties.some(({ State, County }) => State === state && plain(County) === plain(county));

const zipsOf = ({ ZipCodes }: Places, state: string): string[] =>
  ZipCodes.filter((zip) => stateOfZip(zip) === state);

const rangesOf = ({ ZipRanges }: Places, state: string) =>
  ZipRanges.filter(({ From }) => stateOfZip(From) === state);

export function coverageOf(places: Places, state: string): 'none' | 'part' | 'whole' {
  if (!places.States.includes(state)) return 'none';
  const isNarrowed =
    places.ZipCodes.length + places.ZipRanges.length > 0 ||
    places.Counties.some(({ State: of }) => of === state);
  return isNarrowed ? 'part' : 'whole';
}

/** Also removes the state's counties, ZIP codes and ranges. */
export const withoutState = (places: Places, state: string): Places => ({
  States: places.States.filter((each) => each !== state),
  Counties: places.Counties.filter(({ State: of }) => of !== state),
  ZipCodes: places.ZipCodes.filter((zip) => stateOfZip(zip) !== state),
  ZipRanges: places.ZipRanges.filter(({ From }) => stateOfZip(From) !== state),
});

export const withState = (places: Places, state: string): Places => ({
  ...places,
  States: [...new Set([...places.States, state])],
});

export const withCounty = (places: Places, state: string, County: string): Places => ({
  ...withState(places, state),
  Counties: [...places.Counties, { State: state, County }],
});

export const withoutCounty = (places: Places, state: string, county: string): Places => ({
  ...places,
  Counties: places.Counties.filter(
    ({ State: of, County }) => of !== state || plain(County) !== plain(county),
  ),
});

export const withZip = (places: Places, state: string, zip: string): Places => ({
  ...withState(places, state),
  ZipCodes: [...new Set([...places.ZipCodes, zip])].toSorted(),
});

export const withoutZip = (places: Places, zip: string): Places => ({
  ...places,
  ZipCodes: places.ZipCodes.filter((each) => each !== zip),
});

/** Adds a pasted list and the states of its ZIP codes. */
export function withZipList(places: Places, list: Pick<ZipList, 'ZipCodes' | 'ZipRanges'>): Places {
  const ends = [...list.ZipCodes, ...list.ZipRanges.flatMap(({ From, To }) => [From, To])];
  const states = ends.flatMap((zip) => stateOfZip(zip) ?? []).toSorted();
  return {
    States: [...new Set([...places.States, ...states])],
    Counties: places.Counties,
    ZipCodes: [...new Set([...places.ZipCodes, ...list.ZipCodes])].toSorted(),
    ZipRanges: [
      ...places.ZipRanges,
      ...list.ZipRanges.filter(
        (range) => !places.ZipRanges.some(({ From, To }) => From === range.From && To === range.To),
      ),
    ],
  };
}

/** "CT: 2 counties, 14 ZIP codes; all of MA". */
export function placesText(places: Places): string {
  return places.States.map((state) => {
    if (coverageOf(places, state) === 'whole') return `all of ${state}`;
    const counts = [
      counted(places.Counties.filter(({ State: of }) => of === state).length, 'county', 'counties'),
      counted(zipsOf(places, state).length, 'ZIP code', 'ZIP codes'),
      counted(rangesOf(places, state).length, 'ZIP range', 'ZIP ranges'),
    ].filter((text) => text !== '');
    return `${state}: ${counts.length === 0 ? 'nothing yet' : counts.join(', ')}`;
  }).join('; ');
}

function counted(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return `${count} ${count === 1 ? one : many}`;
}
