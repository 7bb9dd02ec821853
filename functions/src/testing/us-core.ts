interface Profile {
  /** Required in every resource; of a part, such as `name.family`, in each such part that is there. */
  mandatory: readonly string[];
  /** One of each group must be there. */
  oneOf?: readonly (readonly string[])[];
  /** Must-support elements that Handoff knows. */
  supported: readonly string[];
}

/** US Core by profile, as its implementation guide lists "must have" and "must support" (hl7.org/fhir/us/core, 8.0.1). */
export const profiles: Readonly<Record<string, Profile>> = {
  patient: {
    mandatory: [
      'identifier',
      'identifier.system',
      'identifier.value',
      'name',
      'telecom.system',
      'telecom.value',
    ],
    oneOf: [['name.family', 'name.given']],
    supported: [
      'name.family',
      'name.given',
      'telecom.value',
      'gender',
      'birthDate',
      'communication.language',
      'address.line',
      'address.city',
      'address.state',
      'address.postalCode',
    ],
  },
  'condition-encounter-diagnosis': {
    mandatory: ['category', 'code', 'subject'],
    supported: ['clinicalStatus', 'recordedDate'],
  },
  practitioner: {
    mandatory: ['identifier', 'identifier.system', 'identifier.value', 'name', 'name.family'],
    supported: ['name.family'],
  },
  organization: {
    mandatory: ['active', 'name'],
    supported: [
      'identifier.system',
      'identifier.value',
      'telecom.value',
      'address.line',
      'address.city',
      'address.state',
      'address.postalCode',
    ],
  },
  coverage: {
    mandatory: ['status', 'beneficiary', 'relationship', 'payor', 'class.type', 'class.value'],
    oneOf: [['identifier', 'subscriberId']],
    supported: ['subscriberId', 'class.value', 'class.name'],
  },
  servicerequest: {
    mandatory: ['status', 'intent', 'code', 'subject'],
    supported: ['category', 'occurrence[x]', 'authoredOn', 'requester'],
  },
  documentreference: {
    mandatory: ['status', 'type', 'category', 'subject', 'content', 'content.attachment'],
    oneOf: [['content.attachment.url', 'content.attachment.data']],
    supported: ['date', 'author', 'custodian', 'content.attachment.contentType'],
  },
  relatedperson: {
    mandatory: ['active', 'patient'],
    oneOf: [['name', 'relationship']],
    supported: ['name.family', 'name.given', 'telecom.value', 'relationship'],
  },
  careteam: {
    mandatory: ['subject', 'participant', 'participant.role', 'participant.member'],
    supported: [],
  },
  location: { mandatory: ['name'], supported: [] },
  practitionerrole: { mandatory: [], oneOf: [['telecom', 'endpoint']], supported: [] },
};

/** The profiles of US Core that a resource names; the base address and the version are left out. */
export const profilesOf = (resource: object): string[] =>
  partsAt(resource, ['meta', 'profile'])
    .flat()
    .map((url) => /\/us-core-([^|]+)/.exec(String(url))?.[1] ?? String(url));

/** Says what a resource lacks of the profiles that it names. */
export function lackingIn(resource: object): string[] {
  return profilesOf(resource).flatMap((name) => {
    const profile = profiles[name];
    if (!profile) return [`${name} is not in the table`];
    const { mandatory, oneOf = [] } = profile;
    return [
      ...mandatory.filter((path) => !isInEach(resource, path)),
      ...oneOf
        .filter((group) => group.every((path) => !isAnywhere(resource, path)))
        .map((group) => group.join(' or ')),
    ].map((lack) => `${name}: ${lack}`);
  });
}

export const isAnywhere = (resource: object, path: string): boolean => {
  const [parents, last] = splitPath(path);
  return partsAt(resource, parents).some((part) => has(part, last));
};

function isInEach(resource: object, path: string): boolean {
  const [parents, last] = splitPath(path);
  return partsAt(resource, parents).every((part) => has(part, last));
}

function splitPath(path: string): [parents: string[], last: string] {
  const steps = path.split('.');
  return [steps.slice(0, -1), steps.at(-1) ?? ''];
}

/** A value may be replaced by the reason for its absence; `occurrence[x]` is found by each of its types. */
function has(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if (!name.endsWith('[x]')) return name in part || `_${name}` in part;
  return Object.keys(part).some((key) => key.startsWith(name.slice(0, -3)));
}

function partsAt(part: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [part].flat();
  const next: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined;
  return next === undefined ? [] : [next].flat().flatMap((each) => partsAt(each, rest));
}
