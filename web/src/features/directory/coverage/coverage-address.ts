/** A discipline in a county, or in the entire state. An empty county is that of ZIP codes whose county is unknown. */
export interface CoverageCell {
  state: string;
  county: string | undefined;
  service: string;
}

/** The element that gets the focus back when the editor of a cell closes. */
export const cellId = ({ state, county, service }: CoverageCell): string =>
  ['cell', state, county ?? 'entire state', service].map(encodeURIComponent).join('.');

export const rowId = (state: string, county: string): string =>
  ['county', state, county].map(encodeURIComponent).join('.');
