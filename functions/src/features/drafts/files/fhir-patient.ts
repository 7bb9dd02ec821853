import { splitName } from '@handoff/shared/domain/person/contact';
import { contactRoles, isSystem, sexOf } from '@handoff/shared/domain/referral/exchange-codes';
import { languageNamed } from './c-cda.ts';
import { type Contents, hasCode, nameIn, phoneIn, textOfName, wordsOf } from './fhir-contents.ts';
import { type Name, type Person, type Reference, Relationships, type Resource } from './fhir-resources.ts';

/** Whom the request is about; undefined if the file only names them. */
export function patientIn(request: Resource | undefined, contents: Contents): Resource | undefined {
  const { at, named } = contents;
  const subjects = subjectsIn(request, contents).map(at);
  return subjects.find((resource) => resource?.resourceType === 'Patient') ?? named('Patient')[0];
}

const subjectsIn = (request: Resource | undefined, { named }: Contents) => [
  request?.subject,
  ...named('Composition').map(({ subject }) => subject),
  ...named('Task').map((task) => task.for),
];

interface About {
  request: Resource | undefined;
  patient: Resource | undefined;
}

export function readPatient({ request, patient }: About, contents: Contents): void {
  const { named, used, into } = contents;
  if (!patient) return readName(nameOfSubject(subjectsIn(request, contents)), contents);
  used.add(patient);
  readName(nameIn(patient), contents);
  into.take('Patient.DateOfBirth', patient.birthDate, 'Patient.birthDate');
  into.take('Patient.Phone', phoneIn(patient), 'Patient.telecom');
  into.take('Clinical.Sex', sexOf(patient.gender ?? ''), 'Patient.gender');
  readLanguage(patient, contents);
  readNumbers(patient, contents);
  readAddress(patient, contents);
  for (const other of named('Patient').filter((each) => each !== patient)) {
    used.add(other);
    into.leave(`Patient: ${textOfName(nameIn(other))}`, 'is a second one');
  }
  readContacts(patient, contents);
}

function nameOfSubject(subjects: readonly (Reference | undefined)[]): Name | undefined {
  const display = subjects.find((subject) => subject?.display !== undefined)?.display;
  if (display === undefined) return undefined;
  return { use: undefined, text: display.replace(/^(?:mr|mrs|ms)\.?\s/i, ''), family: undefined, given: [] };
}

function readName(name: Name | undefined, { into }: Contents): void {
  const { LastName, FirstName } = splitName(textOfName(name));
  into.take('Patient.LastName', name?.family ?? LastName, 'Patient.name');
  into.take('Patient.FirstName', name?.given[0] ?? FirstName, 'Patient.name');
}

function readLanguage({ communication }: Resource, { into }: Contents): void {
  const spoken = (communication.find(({ preferred }) => preferred) ?? communication[0])?.language;
  const language = wordsOf(spoken) ?? languageNamed(spoken?.coding[0]?.code);
  into.take('Clinical.Language', language, 'Patient.communication');
}

const numbers = [
  ['mbi', 'Patient.Mbi'],
  ['ssn', 'Patient.Ssn'],
] as const;

function readNumbers({ identifier }: Resource, { into }: Contents): void {
  for (const { system, type, value } of identifier)
    for (const [number, field] of numbers)
      if (isSystem(number, system) || hasCode(type, (code) => isSystem(number, code)))
        into.take(field, value, 'Patient.identifier');
}

function readAddress(patient: Resource, { into }: Contents): void {
  const address = patient.address.find(({ use }) => use === 'home') ?? patient.address[0];
  if (!address) return;
  const [street, unit] = address.line;
  const parts = {
    StreetAddress: street,
    Unit: unit,
    City: address.city,
    County: address.district,
    State: address.state,
    ZipCode: address.postalCode,
  };
  for (const [part, text] of Object.entries(parts)) into.take(`Address.${part}`, text, 'Patient.address');
}

function readContacts(patient: Resource, { named: all, used, into }: Contents): void {
  const related = all('RelatedPerson').map((resource): Person => {
    used.add(resource);
    return {
      name: nameIn(resource),
      telecom: resource.telecom,
      relationship: Relationships.parse(resource.relationship),
    };
  });
  const named = Map.groupBy([...patient.contact, ...related], ({ name }) => textOfName(name));
  const people = [...named.values()].flatMap(([first]) => (first?.name === undefined ? [] : first));
  const withRole = (roles: readonly string[]) =>
    people.filter(({ relationship }) =>
      relationship.some(({ text, coding }) =>
        [text, ...coding.map(({ code }) => code)].some((each) => roles.includes(each ?? '')),
      ),
    );
  const emergency = [...withRole(contactRoles.emergency), ...withRole(contactRoles.nextOfKin)][0];
  const representative = withRole(contactRoles.representative)[0];
  into.take('Clinical.EmergencyContact', textOfName(emergency?.name), 'Patient.contact');
  into.take('Clinical.EmergencyPhone', emergency && phoneIn(emergency), 'Patient.contact');
  into.take('Clinical.Representative', textOfName(representative?.name), 'Patient.contact');
  into.take('Clinical.RepresentativePhone', representative && phoneIn(representative), 'Patient.contact');
  for (const { name } of people.filter((person) => person !== emergency && person !== representative))
    into.leave(`Contact: ${textOfName(name)}`, 'is not named as an emergency contact or representative');
}
