import { splitName } from '@handoff/shared/domain/person/contact';
import { createHash } from 'node:crypto';

/** A resource of FHIR R4 (hl7.org/fhir/R4). Undefined fields are left out of the file; nothing in it may be empty. */
export interface Resource {
  resourceType: string;
  id: string;
  [element: string]: unknown;
}

/** Returns the same id for every export of a record: a UUID of version 8 (RFC 9562, section 5.8). */
export function resourceId(resourceType: string, recordId: string): string {
  const hex = createHash('sha256').update(`${resourceType}/${recordId}`).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...parts, hex.slice(20, 32)].join('-');
}

export const fullUrl = ({ id }: Pick<Resource, 'id'>) => `urn:uuid:${id}`;

export const referenceTo = (resource: Resource, display?: string) => ({
  reference: fullUrl(resource),
  type: resource.resourceType,
  display: given(display),
});

/** FHIR has no empty texts and no empty lists. */
export const given = (text: string | undefined) => (text === '' ? undefined : text);
export const filled = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list);

export const coded = (system: string, code: string, display: string) => ({
  coding: [{ system, code, display }],
  text: display,
});

/** Replaces a value that a profile requires. */
const absent = (valueCode: 'masked' | 'unknown') => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode }],
});

/** Replaces a value that exists and is not part of this file. */
export const masked = absent('masked');
export const unknown = absent('unknown');

/** Says that a resource has what this profile of US Core requires (hl7.org/fhir/us/core). */
export const conformsTo = (profile: string) => ({
  meta: { profile: [`http://hl7.org/fhir/us/core/StructureDefinition/us-core-${profile}`] },
});

/** A name that was typed as one text. */
export function nameOf(text: string) {
  const { FirstName, LastName } = splitName(text);
  return { text, family: given(LastName), given: filled([FirstName].filter(Boolean)) };
}

export const phone = (digits: string) =>
  digits === '' ? undefined : [{ system: 'phone', value: `+1${digits}` }];

interface Place {
  StreetAddress: string;
  Unit?: string;
  City: string;
  County?: string;
  State: string;
  ZipCode: string;
}

export function postalAddress(place: Place, use: 'home' | 'work') {
  const lines = [place.StreetAddress, place.Unit ?? ''].filter((line) => line !== '');
  if (lines.length === 0 && place.City === '' && place.ZipCode === '') return undefined;
  return [
    {
      use,
      line: filled(lines),
      city: given(place.City),
      district: given(place.County),
      state: given(place.State),
      postalCode: given(place.ZipCode),
      country: 'US',
    },
  ];
}
