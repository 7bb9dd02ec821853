import { useMemo } from 'react';
import { contractedPayersApi, partnersApi, serviceAreasApi } from '@handoff/shared/contract/parties';
import { dashboardApi } from '@handoff/shared/contract/agency-figures';
import { capacitiesApi } from '@handoff/shared/contract/capacities';
import { type Capacity, limitsAt } from '@handoff/shared/domain/agency/capacity';
import type { ContractedPayer, Partner, ServiceArea } from '@handoff/shared/domain/agency/directory';
import type { GroupFigures } from '@handoff/shared/domain/referral/figures';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { useWholeList } from '../../../data/records/use-list.ts';
import { type Reading, useRead } from '../../../data/records/use-read.ts';
import { useMay, useToday } from '../../../data/current-person.ts';
import { ASKED_DAYS } from './cell-state.ts';
import { useSettings } from '../../../data/use-settings.ts';

export interface Directory {
  areas: readonly ServiceArea[];
  partners: readonly Partner[];
  payers: readonly ContractedPayer[];
  capacities: readonly Capacity[];
  /** The referrals of the last days by county; empty for people who may not read referrals. */
  asked: readonly GroupFigures[];
  disciplines: readonly { Id: string; Name: string }[];
  day: string;
}

/** Reads all pages of every list, because a missing page would look like a gap in coverage. */
export function useDirectory(): Pick<Reading<Directory>, 'data' | 'error' | 'refresh'> {
  const areas = useWholeList(serviceAreasApi.list, { query: {} }, (answer) => answer.ServiceAreasInfo);
  const partners = useWholeList(partnersApi.list, { query: {} }, (answer) => answer.PartnersInfo);
  const payers = useWholeList(
    contractedPayersApi.list,
    { query: {} },
    (answer) => answer.ContractedPayersInfo,
  );
  const capacities = useRead(capacitiesApi.list, {});
  const maySeeAsked = useMay('referrals.read');
  const figures = useRead(dashboardApi.figures, maySeeAsked ? { query: { Days: ASKED_DAYS } } : null);
  const settings = useSettings().reading;
  const day = useToday();
  const parts = [areas, partners, payers, capacities, figures, settings];
  const areWhole = areas.isWhole && partners.isWhole && payers.isWhole;
  const isRead = areWhole && (figures.data !== undefined || !maySeeAsked);
  const [ownAreas, ownPartners, ownPayers] = [areas.data, partners.data, payers.data];
  const limits = capacities.data?.CapacitiesInfo;
  const asked = figures.data?.Counties;
  const listed = settings.data?.SettingsDisciplinesInfo;
  // The same object while nothing changes, because every cell of the grid is computed from it.
  const data = useMemo(
    () =>
      isRead && limits && listed
        ? {
            areas: ownAreas ?? [],
            partners: ownPartners ?? [],
            payers: ownPayers ?? [],
            capacities: limits,
            asked: asked ?? [],
            disciplines: listed.filter(isOffered),
            day,
          }
        : undefined,
    [isRead, ownAreas, ownPartners, ownPayers, limits, asked, listed, day],
  );
  return {
    data,
    error: parts.find(({ error }) => error)?.error,
    refresh: () => Promise.all(parts.map(({ refresh }) => refresh())),
  };
}

/** The limit of one discipline in a county today. */
export const limitIn = (
  place: { State: string; County: string },
  discipline: string,
  { capacities, day }: Directory,
): Capacity | undefined => limitsAt({ place, disciplines: [discipline], day }, capacities)[0];
