import type { Output } from '@handoff/shared/contract/endpoint';
import { settingsApi } from '@handoff/shared/contract/settings';
import { countyCover, isSameCounty } from '@handoff/shared/domain/agency/coverage';
import { useRead } from '../../../data/records/use-read.ts';
import { type Cell, cellOf, entireCellOf } from './cell-state.ts';
import { countiesWithZips } from './counties.ts';
import { type Directory, limitIn } from './use-directory.ts';
import { useShapes } from './use-shapes.ts';

export interface CountyRow {
  /** Undefined for the entire state, and empty for ZIP codes whose county the imported file does not say. */
  County: string | undefined;
  ZipCodes: readonly string[];
  /** The cities of these ZIP codes, for a row without a county. */
  cities: readonly string[];
  /** Referrals from there in the last days. */
  asked: number;
  cells: readonly (Cell & { Id: string; Name: string })[];
}

export interface StateCounties {
  state: string;
  entire: CountyRow;
  rows: readonly CountyRow[];
  /** Whether its addresses are imported. */
  isImported: boolean;
}

type Imported = Output<typeof settingsApi.zipCodesByState>;

/** Map, grid and rail show the same counties, which cost a look at each ZIP code: they are computed once. */
const known = new WeakMap<Directory, Map<Imported, StateCounties>>();

/** All counties of a state; its imported addresses, the service areas and the limits may name others, such as former ones. */
export function useCounties(state: string, directory: Directory) {
  const zips = useRead(settingsApi.zipCodesByState, { body: { state } });
  const { data: shapes, isLoading } = useShapes(state);
  const { data: imported, error, refresh } = zips;
  const drawn = shapes?.counties ?? [];
  const data = imported && !isLoading ? countiesOf(state, { imported, drawn, directory }) : undefined;
  return { data, error, refresh };
}

interface CountiesOf {
  imported: Imported;
  /** The counties that the map has. */
  drawn: readonly { name: string }[];
  directory: Directory;
}

function countiesOf(state: string, { imported, drawn, directory }: CountiesOf): StateCounties {
  const computed = known.get(directory) ?? new Map<Imported, StateCounties>();
  known.set(directory, computed);
  const former = computed.get(imported);
  if (former) return former;
  const places = imported.SettingsZipCodesCountiesInfo;
  const named = [...directory.areas.flatMap(({ Counties }) => Counties), ...directory.capacities]
    .filter(({ State, County }) => State === state && County !== '')
    .map(({ County }) => ({ County, ZipCodes: [] }));
  const ofMap = drawn.map(({ name }) => ({ County: name, ZipCodes: [] }));
  const rows = [...countiesWithZips(places), ...named, ...ofMap]
    .filter(({ County }, index, all) => all.findIndex((each) => isSameCounty(each.County, County)) === index)
    .map((county) => ({
      ...rowOf({ ...county, state }, directory),
      cities: county.County === '' ? citiesOf(places) : [],
    }))
    .toSorted((a, b) => a.County.toLowerCase().localeCompare(b.County.toLowerCase()));
  const counties = {
    state,
    rows,
    entire: entireOf(state, { rows, directory }),
    isImported: imported.Version !== null,
  };
  computed.set(imported, counties);
  return counties;
}

const citiesOf = (places: Imported['SettingsZipCodesCountiesInfo']) => [
  ...new Set(places.filter(({ county }) => county === '').map(({ city }) => city)),
];

interface NamedCounty {
  state: string;
  County: string;
  ZipCodes: readonly string[];
}

function rowOf({ state, County, ZipCodes }: NamedCounty, directory: Directory) {
  const place = { State: state, County, ZipCodes };
  const asked = directory.asked
    .filter(({ State, Name }) => State === state && isSameCounty(Name, County))
    .reduce((sum, { Received }) => sum + Received, 0);
  const cells = directory.disciplines.map(({ Id, Name }) => ({
    Id,
    Name,
    ...cellOf({ cover: countyCover(place, Id, directory), limit: limitIn(place, Id, directory), asked }),
  }));
  return { County, ZipCodes, cities: [], asked, cells };
}

function entireOf(
  state: string,
  { rows, directory }: { rows: readonly CountyRow[]; directory: Directory },
): CountyRow {
  const alone = rowOf({ state, County: '', ZipCodes: [] }, directory);
  return {
    County: undefined,
    ZipCodes: rows.flatMap(({ ZipCodes }) => ZipCodes),
    cities: [],
    asked: rows.reduce((sum, { asked }) => sum + asked, 0),
    cells: alone.cells.map((cell) => ({
      ...cell,
      ...entireCellOf(
        cell,
        rows.flatMap(({ cells }) => cells.filter(({ Id }) => Id === cell.Id)),
      ),
    })),
  };
}
