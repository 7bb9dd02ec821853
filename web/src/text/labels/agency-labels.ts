import type { agencyColors, timeZones } from '@handoff/shared/domain/agency/business-domain';

type TimeZone = (typeof timeZones)[number];
type Color = (typeof agencyColors)[number];

const zoneNames: Record<TimeZone, string> = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Phoenix': 'Mountain, no daylight saving (Arizona)',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
  'America/Puerto_Rico': 'Atlantic (Puerto Rico)',
  'Pacific/Guam': 'Chamorro (Guam)',
};

const colorNames: Record<Color, string> = { teal: 'Teal', blue: 'Blue', grape: 'Violet', orange: 'Orange' };

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export const timeZoneOptions = optionsOf(zoneNames);
export const colorOptions = optionsOf(colorNames);
