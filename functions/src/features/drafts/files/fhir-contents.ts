import type { Collected } from './collected-fields.ts';
import { type Concept, Entries, type Name, type Reference, Resource } from './fhir-resources.ts';
import type { WorkBudget } from '@handoff/shared/domain/work-budget';
import { refuseDeepParts, refusedFile, spendForParts } from './hostile-file.ts';

export function parseJson(text: string, budget: WorkBudget): unknown {
  spendForParts(text, '{[,', budget);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw refusedFile('The JSON of this file is damaged or incomplete.', cause);
  }
  refuseDeepParts(parsed);
  return parsed;
}

export interface Contents {
  all: readonly Resource[];
  named: (type: string) => Resource[];
  at: (reference: Reference | undefined) => Resource | undefined;
  /** Resources of which something was taken. */
  used: Set<Resource>;
  into: Collected;
}

const MOST_BUNDLES = 4;
/** The ids of FHIR have up to 64 characters. */
const MOST_ADDRESS = 200;
/** In units: each resource is searched for the fields of all kinds. */
const RESOURCE = 20;

export function contentsOf(file: unknown, into: Collected): Contents {
  const byAddress = new Map<string, Resource>();
  const all: Resource[] = [];
  function add(given: unknown, fullUrl: string | undefined, bundles: number): void {
    into.budget.spend(RESOURCE);
    const resource = Resource.safeParse(given).data;
    if (!resource) return;
    if (resource.resourceType === 'Bundle') {
      if (bundles >= MOST_BUNDLES) throw refusedFile('The bundles of this file are nested too deeply.');
      for (const entry of Entries.parse(resource.entry)) add(entry.resource, entry.fullUrl, bundles + 1);
      return;
    }
    const address = `${resource.resourceType}/${resource.id ?? ''}`;
    // A message repeats the resources of the document inside it.
    if (resource.id !== undefined && byAddress.has(address)) return;
    all.push(resource);
    byAddress.set(address, resource);
    if (fullUrl !== undefined) byAddress.set(fullUrl, resource);
  }
  add(file, undefined, 0);
  return {
    all,
    named: (type) => all.filter(({ resourceType }) => resourceType === type),
    at: ({ reference = '' } = { reference: '', display: undefined, identifier: undefined }) =>
      byAddress.get(reference) ??
      byAddress.get(reference.slice(-MOST_ADDRESS).split('/').slice(-2).join('/')),
    used: new Set(),
    into,
  };
}

/** Leaves what is about another patient: nothing of it may be proposed for this one. */
export function contentsAbout(patient: Resource, contents: Contents): Contents {
  const { all, at, into } = contents;
  const isOther = ({ subject, patient: whose, beneficiary }: Resource) => {
    const about = at(subject ?? whose ?? beneficiary);
    return about?.resourceType === 'Patient' && about !== patient;
  };
  for (const { resourceType } of all.filter(isOther)) into.leave(resourceType, 'is about another patient');
  const own = all.filter((resource) => !isOther(resource));
  return {
    ...contents,
    all: own,
    named: (type) => own.filter(({ resourceType }) => resourceType === type),
  };
}

export const nameIn = ({ name }: Resource): Name | undefined =>
  typeof name === 'string' ? undefined : (name.find(({ use }) => use === 'official') ?? name[0]);

export const textOfName = (name: Name | undefined): string =>
  name?.text ?? [...(name?.given ?? []), name?.family ?? ''].filter((part) => part !== '').join(' ');

export const phoneIn = ({ telecom }: Pick<Resource, 'telecom'>): string | undefined =>
  telecom.find(({ system }) => system === 'phone' || system === undefined)?.value;

export const wordsOf = (concept: Concept | undefined): string | undefined =>
  concept?.text ?? concept?.coding[0]?.display;

export const hasCode = (concept: Concept | undefined, is: (code: string | undefined) => boolean): boolean =>
  concept?.coding.some(({ code }) => is(code)) === true;

/** The name of an organization or a place, from the file or from the reference to it. */
export function placeNamed(reference: Reference | undefined, { at, used }: Contents): string | undefined {
  const place = at(reference);
  if (place) used.add(place);
  return typeof place?.name === 'string' ? place.name : reference?.display;
}
