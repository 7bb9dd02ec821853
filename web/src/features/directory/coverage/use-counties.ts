import { useMemo } from 'react';
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

/** All counties of a state; its imported addresses, the service areas and the limits may name others, such as former ones. */
export function useCounties(state: string, directory: Directory) {
  const zips = useRead(settingsApi.zipCodesByState, { body: { state } });
  const answer = zips.data;
  const { data: shapes, isLoading } = useShapes(state);
  const data = useMemo((): StateCounties | undefined => {
    if (!answer || isLoading) return undefined;
    const places = answer.SettingsZipCodesCountiesInfo;
    const named = [...directory.areas.flatMap(({ Counties }) => Counties), ...directory.capacities]
      .filter(({ State, County }) => State === state && County !== '')
      .map(({ County }) => ({ County, ZipCodes: [] }));
    const drawn = (shapes?.counties ?? []).map(({ name }) => ({ County: name, ZipCodes: [] }));
    const rows = [...countiesWithZips(places), ...named, ...drawn]
      .filter(
        ({ County }, index, all) => all.findIndex((each) => isSameCounty(each.County, County)) === index,
      )
      .map((county) => ({
        ...rowOf({ ...county, state }, directory),
        cities: [
          ...new Set(places.filter((place) => place.county === county.County).map(({ city }) => city)),
        ],
      }))
      .toSorted((a, b) => a.County.toLowerCase().localeCompare(b.County.toLowerCase()));
    return { state, rows, entire: entireOf(state, { rows, directory }), isImported: answer.Version !== null };
  }, [answer, shapes, isLoading, state, directory]);
  return { data, error: zips.error, refresh: zips.refresh };
}

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
