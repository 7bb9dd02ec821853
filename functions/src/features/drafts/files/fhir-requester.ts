import { isSystem, mayHaveOrdered } from '@handoff/shared/domain/referral/exchange-codes';
import type { Collected } from './collected-fields.ts';
import { type Contents, nameIn, phoneIn, placeNamed, textOfName } from './fhir-contents.ts';
import type { Reference, Resource } from './fhir-resources.ts';

/** The order and the task name them; of a document alone, its author refers. */
interface Orderer {
  name: string | undefined;
  people: readonly Resource[];
  isAsked: boolean;
}

/** The requester of an order has ordered; the author of a document may be anyone. */
function takeOrderer({ name, people, isAsked }: Orderer, into: Collected): void {
  if (name === undefined) return;
  const npi = people.flatMap((each) => npiOf(each) ?? [])[0];
  if (!isAsked && !mayHaveOrdered({ name, npi, codes: people.flatMap(codesOf) }))
    return into.leave(`Author: ${name}`, 'is not known to be a practitioner who may order');
  into.take('Clinical.OrderingPractitioner', name, 'ServiceRequest.requester');
  into.take('Clinical.OrderingNpi', npi, 'Practitioner.identifier');
}

interface Requesters {
  requesters: readonly Reference[];
  /** Named as such; otherwise they are the authors of a document. */
  isAsked: boolean;
}

export function requestersIn(request: Resource | undefined, { named }: Contents): Requesters {
  const asked = [request?.requester, named('Task')[0]?.requester].filter((each) => each !== undefined);
  if (asked.length > 0) return { requesters: asked, isAsked: true };
  return { requesters: named('Composition')[0]?.author.slice(0, 1) ?? [], isAsked: false };
}

const isPlace = ({ reference = '' }: Reference) => /(?:^|\/)Organization\//.test(reference);
const isNoPractitioner = ({ reference = '' }: Reference) =>
  /(?:^|\/)(?:Organization|Patient|RelatedPerson|Device)\//.test(reference);

const npiOf = ({ identifier }: Resource) => identifier.find(({ system }) => isSystem('npi', system))?.value;

const codesOf = ({ code, qualification }: Resource) =>
  [code, ...qualification.map((each) => each.code)].flatMap(
    (concept) => concept?.coding.flatMap((each) => each.code ?? []) ?? [],
  );

/** Each is a practitioner, an organization, or a practitioner in a role at one. */
export function readRequesters({ requesters, isAsked }: Requesters, contents: Contents): void {
  const { at, used, into } = contents;
  const known = requesters.map((reference) => ({ reference, resource: at(reference) }));
  const roles = known.flatMap(({ resource }) =>
    resource?.resourceType === 'PractitionerRole' ? resource : [],
  );
  for (const { resource } of known) if (resource) used.add(resource);
  const practitioner = [
    ...known.map(({ resource }) => resource),
    ...roles.map((role) => at(role.practitioner)),
  ].find((resource) => resource?.resourceType === 'Practitioner');
  if (practitioner) used.add(practitioner);
  const unresolved = known.find(
    ({ reference, resource }) => resource === undefined && !isNoPractitioner(reference),
  );
  const name =
    (practitioner && textOfName(nameIn(practitioner))) ||
    roles[0]?.practitioner?.display ||
    unresolved?.reference.display;
  const people = practitioner ? [practitioner, ...roles] : roles;
  takeOrderer({ name, people, isAsked }, into);
  const places = [
    ...known.flatMap(({ reference, resource }) =>
      resource?.resourceType === 'Organization' || isPlace(reference) ? reference : [],
    ),
    ...roles.map(({ organization }) => organization),
    contents.named('Composition')[0]?.custodian,
  ].filter((place) => place !== undefined);
  readSource(places[0], [...roles, practitioner], contents);
}

export function readSource(
  place: Reference | undefined,
  people: readonly (Resource | undefined)[],
  contents: Contents,
): void {
  const { into } = contents;
  into.take('Source.Organization', placeNamed(place, contents), 'Organization.name');
  const organization = contents.at(place);
  const contact = organization?.contact[0];
  into.take('Source.ContactName', textOfName(contact?.name), 'Organization.contact');
  const phones = [organization, contact, ...people].flatMap((each) => (each && phoneIn(each)) ?? []);
  into.take('Source.Phone', phones[0], 'Organization.telecom');
}
