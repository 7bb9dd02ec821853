import { contractedPayersApi, partnersApi, serviceAreasApi } from '@handoff/shared/contract/parties';
import { capacitiesApi } from '@handoff/shared/contract/capacities';
import { type Capacity, limitsAt } from '@handoff/shared/domain/agency/capacity';
import type { ContractedPayer, Partner, ServiceArea } from '@handoff/shared/domain/agency/directory';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { useWholeList } from '../../../data/records/use-list.ts';
import { type Reading, useRead } from '../../../data/records/use-read.ts';
import { useToday } from '../../../data/current-person.ts';
import { useSettings } from '../../../data/use-settings.ts';

export interface Directory {
  areas: readonly ServiceArea[];
  partners: readonly Partner[];
  payers: readonly ContractedPayer[];
  capacities: readonly Capacity[];
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
  const settings = useSettings().reading;
  const day = useToday();
  const parts = [areas, partners, payers, capacities, settings];
  const areWhole = areas.isWhole && partners.isWhole && payers.isWhole;
  return {
    data:
      areWhole && capacities.data && settings.data
        ? {
            areas: areas.data ?? [],
            partners: partners.data ?? [],
            payers: payers.data ?? [],
            capacities: capacities.data.CapacitiesInfo,
            disciplines: settings.data.SettingsDisciplinesInfo.filter(isOffered),
            day,
          }
        : undefined,
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
