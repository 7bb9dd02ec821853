import { dateIn, type Option, type Paper, type Row, type Values } from './paper.ts';
import { agency, type Doctor, type DrawnName, type Facts } from './people.ts';

/** "UNDERBOUGH, LORRAINE A", or "Lorraine A Underbough" where a stranger can tell the last name. */
export function nameIn({ style }: Pick<Paper, 'style'>, name: DrawnName): string {
  const { first, middle, last, suffix } = name;
  return style.isLastNameFirst || !name.isPlain
    ? spaced(`${last}${suffix === '' ? '' : ` ${suffix}`}, ${first} ${middle}`)
    : naturalName(name);
}
export const naturalName = ({ first, middle, last, suffix }: DrawnName): string =>
  spaced(`${first} ${middle} ${last}${suffix === '' ? '' : `, ${suffix}`}`);

export const saysName = ({ patient: { first, middle, last, suffix } }: Facts) => ({
  says: { 'Patient.LastName': last, 'Patient.FirstName': first },
  accepts: {
    'Patient.LastName': [`${last} ${suffix}`],
    'Patient.FirstName': [`${first} ${middle}`],
  },
});

type Home = Facts['home'];
export const saysHome = ({ street, unit, city, state, zip }: Home) => ({
  says: {
    'Address.StreetAddress': street,
    'Address.Unit': unit.name,
    'Address.City': city,
    'Address.State': state,
    'Address.ZipCode': zip,
  },
  accepts: { 'Address.Unit': [unit.printed, unit.name.replace(' Floor', ''), `${unit.name} Fl`] },
});
export const streetLine = ({ street, unit }: Home): string =>
  unit.printed === '' ? street : `${street}, ${unit.printed}`;
export const cityLine = ({ city, state, zip }: { city: string; state: string; zip: string }): string =>
  `${city}, ${state} ${zip}`;
export const addressLine = (home: Home): string => `${streetLine(home)}, ${cityLine(home)}`;
const senderLine = ({ facility }: Facts) => `${facility.street}, ${cityLine(facility)}`;

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export const doctorName = ({ first, last, title }: Doctor): string => `${first} ${last}, ${title}`;

/** The rows that say who the patient is. */
export function patientRows(paper: Paper): Row[] {
  const { facts, words, style, draw, has } = paper;
  const { patient } = facts;
  const areApart = draw.chance(0.3);
  const name = saysName(facts);
  const names: Row[] = areApart
    ? [
        {
          label: words.last,
          value: spaced(`${patient.last} ${patient.suffix}`),
          says: { 'Patient.LastName': patient.last },
          accepts: { 'Patient.LastName': name.accepts['Patient.LastName'] },
        },
        {
          label: words.first,
          value: spaced(`${patient.first} ${patient.middle}`),
          says: { 'Patient.FirstName': patient.first },
          accepts: { 'Patient.FirstName': name.accepts['Patient.FirstName'] },
        },
      ]
    : [{ label: words.name, value: nameIn(paper, patient), ...name }];
  return [
    ...names,
    ...(has('former name') && facts.sex === 'Female'
      ? [{ label: words.formerName, value: facts.formerName }]
      : []),
    birthRow(paper),
    sexRow(paper),
    { label: words.mrn, value: facts.mrn },
    ...(draw.chance(0.5)
      ? [{ label: words.marital, value: draw.pick(['Married', 'Widowed', 'Single']) }]
      : []),
    {
      label: words.ssn,
      value: has('not applicable') ? 'N/A' : facts.ssn,
      says: { 'Patient.Ssn': has('not applicable') ? '' : facts.ssn },
    },
    languageRow(paper),
    ...(style.size > 12
      ? []
      : [{ label: words.allergies, value: draw.pick(['NKDA', 'Penicillin', 'Sulfa drugs']) }]),
  ];
}

export const birthRow = ({ facts, words, style }: Paper): Row => ({
  label: words.birth,
  value: dateIn(style, facts.born),
  says: { 'Patient.DateOfBirth': facts.born },
});

export function sexRow({ facts, words, draw }: Paper): Row {
  const says = { 'Clinical.Sex': facts.sex };
  const value = draw.pick(['word', 'word', 'letter', 'choice']);
  if (value === 'choice') return { label: words.sex, value: choice(['Male', 'Female'], facts.sex), says };
  return { label: words.sex, value: value === 'word' ? facts.sex : facts.sex.charAt(0), says };
}

export const choice = (texts: readonly string[], marked: string): Option[] =>
  texts.map((text) => ({ text, isMarked: text === marked }));

function languageRow({ facts, words, draw, has }: Paper): Row {
  const { language } = facts;
  const needs = language === 'English' ? language : `${language} (interpreter needed)`;
  const value =
    has('interpreter for a relative') && language !== 'English'
      ? `${language}, interpreter needed; ${draw.pick(['her son', 'daughter', 'wife'])} speaks English`
      : draw.pick([language, needs]);
  return { label: words.language, value, says: { 'Clinical.Language': language } };
}

export const phoneRow = ({ facts, words, has, draw }: Paper): Row[] => {
  const now: Row = {
    label: words.phone,
    value: facts.phone,
    says: { 'Patient.Phone': facts.phone },
    ...(has('crossed out') && draw.chance(0.3) && { struck: facts.earlierPhone }),
  };
  const earlier: Row = { label: words.earlierPhone, value: facts.earlierPhone };
  return has('previous phone')
    ? draw.pick([
        [earlier, now],
        [now, earlier],
      ])
    : [now];
};

/** The rows of the address, of a former and of a mailing one. */
export function addressRows(paper: Paper): Row[] {
  const { facts, words, draw, has } = paper;
  const { home } = facts;
  const { says, accepts } = saysHome(home);
  const cityRow: Row = {
    label: words.cityLine,
    value: cityLine(home),
    says: only(says, 'Address.City', 'Address.State', 'Address.ZipCode'),
  };
  const now = draw.pick<Row[]>([
    [{ label: words.address, value: addressLine(home), says, accepts }],
    [
      {
        label: words.address,
        value: streetLine(home),
        says: only(says, 'Address.StreetAddress', 'Address.Unit'),
        accepts,
      },
      cityRow,
    ],
    [
      { label: words.street, value: home.street, says: only(says, 'Address.StreetAddress') },
      { label: words.unit, value: home.unit.name, says: only(says, 'Address.Unit'), accepts },
      { label: words.city, value: home.city, says: only(says, 'Address.City') },
      { label: words.state, value: home.state, says: only(says, 'Address.State') },
      { label: words.zip, value: home.zip, says: only(says, 'Address.ZipCode') },
      { label: words.county, value: home.county, says: { 'Address.County': home.county } },
    ],
  ]);
  const mailing: Row[] = has('mailing address')
    ? [
        {
          label: words.mailing,
          value: facts.poBox === '' ? 'Same as above' : `${facts.poBox}, ${cityLine(home)}`,
        },
      ]
    : [];
  const earlier: Row[] = has('previous address')
    ? [{ label: words.earlierAddress, value: addressLine(facts.earlierHome) }]
    : [];
  const isMailingFirst = facts.poBox !== '' && draw.chance(0.5);
  const isEarlierFirst = draw.chance(0.5);
  return [
    ...(isEarlierFirst ? earlier : []),
    ...(isMailingFirst ? mailing : []),
    ...now,
    ...(isMailingFirst ? [] : mailing),
    ...(isEarlierFirst ? [] : earlier),
  ];
}

export const only = (values: Values, ...paths: string[]): Values =>
  Object.fromEntries(paths.flatMap((path) => (values[path] === undefined ? [] : [[path, values[path]]])));

export function sourceRows(paper: Paper): Row[] {
  const { facts, words, has } = paper;
  const { facility, sender } = facts;
  return [
    {
      label: words.organization,
      value: facility.name,
      says: { 'Source.Organization': facility.name },
      accepts: { 'Clinical.Facility': [facility.name] },
    },
    {
      label: words.contact,
      value: `${sender.name}, ${sender.title}`,
      says: { 'Source.ContactName': sender.name },
      accepts: { 'Source.ContactName': [`${sender.name} ${sender.title}`] },
    },
    {
      label: words.sourcePhone,
      value: sender.phone,
      says: { 'Source.Phone': sender.phone },
    },
    ...(has('address of the sender') ? [{ label: words.senderAddress, value: senderLine(facts) }] : []),
  ];
}

export function contactRows({ facts, words, has }: Paper): Row[] {
  const { emergency, representative, other } = facts;
  return [
    { label: words.emergency, value: emergency.name, says: { 'Clinical.EmergencyContact': emergency.name } },
    { label: words.relation, value: emergency.relation },
    {
      label: words.emergencyPhone,
      value: emergency.phone,
      says: { 'Clinical.EmergencyPhone': emergency.phone },
    },
    ...(has('other contacts')
      ? [
          { label: words.guarantor, value: other.name },
          { label: words.guarantorPhone, value: other.phone },
        ]
      : []),
    ...(has('same as above') ? [{ label: words.guarantor, value: 'Same as above' }] : []),
    {
      label: words.representative,
      value: representative.name,
      says: { 'Clinical.Representative': representative.name },
    },
    {
      label: words.representativePhone,
      value: representative.phone,
      says: { 'Clinical.RepresentativePhone': representative.phone },
    },
  ];
}

/** The head of a sheet to the agency, which says whose fax it is, not whose patient. */
export const agencyLine = `${agency.name}, ${agency.street}, ${cityLine(agency)}`;
