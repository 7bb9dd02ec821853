import type { AddressState } from '@handoff/shared/domain/address/us-state';
import { harbor } from '../demo-people.ts';

export interface Place {
  state: AddressState;
  zip: string;
  city: string;
  county: string;
}

/** ZIP codes that exist; their streets below do not. */
const harborPlaces: [Place, ...Place[]] = [
  { state: 'CT', zip: '06510', city: 'New Haven', county: 'New Haven' },
  { state: 'CT', zip: '06511', city: 'New Haven', county: 'New Haven' },
  { state: 'CT', zip: '06604', city: 'Bridgeport', county: 'Fairfield' },
  { state: 'CT', zip: '06103', city: 'Hartford', county: 'Hartford' },
  { state: 'RI', zip: '02903', city: 'Providence', county: '' },
  { state: 'RI', zip: '02906', city: 'Providence', county: '' },
  { state: 'MA', zip: '01103', city: 'Springfield', county: 'Hampden' },
];

const evergreenPlaces: [Place, ...Place[]] = [
  { state: 'VT', zip: '05401', city: 'Burlington', county: 'Chittenden' },
  { state: 'VT', zip: '05602', city: 'Montpelier', county: 'Washington' },
  { state: 'NH', zip: '03101', city: 'Manchester', county: 'Hillsborough' },
  { state: 'ME', zip: '04101', city: 'Portland', county: 'Cumberland' },
];

export const placesOf = (domainId: string) => (domainId === harbor ? harborPlaces : evergreenPlaces);

/** The states whose address file the seed imports. */
export const importedStates = ['CT', 'RI'] as const satisfies AddressState[];

export const isImported = (place: Place) => importedStates.some((state) => state === place.state);

export const streets = [
  'Sample Harbor Ave',
  'Demo Orchard St',
  'Example Mill Rd',
  'Placeholder Ln',
  'Fictional Elm St',
  'Testwood Dr',
] as const;

/** House numbers that exist in every street. */
export const houseNumbers = Array.from({ length: 12 }, (_, index) => 4 + index * 7);
