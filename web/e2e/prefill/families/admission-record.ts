import { saysDiagnoses } from '../care-rows.ts';
import { dateIn, escaped, usDate, type Paper } from '../paper.ts';
import { ageOf } from '../people.ts';
import { cityLine, doctorName, nameIn, saysHome, saysName, streetLine } from '../person-rows.ts';

/** Columns of fixed width, with two facts in a cell. */
export function admissionRecord(paper: Paper): string {
  const { facts, words, use, has, style, draw } = paper;
  const { home, emergency, payer, patient } = facts;
  const day = (date: string) => (draw.chance(0.5) ? usDate(date) : dateIn({ ...style, date: 'short' }, date));
  use(saysName(facts));
  use(saysHome(home));
  use({
    says: {
      ...saysDiagnoses(facts),
      'Patient.DateOfBirth': facts.born,
      'Clinical.Sex': facts.sex,
      'Patient.Phone': facts.phone,
      'Clinical.Room': facts.room,
      'Clinical.Facility': facts.facility.name,
      'Clinical.EmergencyContact': emergency.name,
      'Clinical.EmergencyPhone': emergency.phone,
      'Clinical.Language': facts.language,
      'Payers.0.Name': payer.name,
      'Payers.0.Plan': payer.plan,
      'Clinical.OrderingPractitioner': doctorName(facts.ordering),
      'Clinical.OrderingNpi': facts.ordering.npi,
      'Clinical.DischargeDate': facts.discharge,
      ...(payer.plan === '' ? { 'Patient.Mbi': facts.mbi } : { 'Payers.0.MemberId': payer.member }),
    },
    accepts: {
      'Payers.0.MemberId': [payer.member],
      'Source.Organization': [facts.facility.name],
    },
  });
  const rows: Cells[] = [
    [
      words.name,
      upper(nameIn({ style: { ...style, isLastNameFirst: true } }, patient)),
      words.mrn,
      facts.mrn,
    ],
    ['AGE/SX', `${ageOf(facts)}/${facts.sex.charAt(0)}`, words.birth, day(facts.born)],
    [words.address, upper(streetLine(home)), words.phone, facts.phone],
    ['', upper(cityLine(home)), words.language, upper(facts.language)],
    ['LOC', upper(facts.facility.name), 'RM/BED', facts.room],
    [words.admitted, day(facts.admitted), words.discharge, day(facts.discharge)],
    ...(has('other dates')
      ? ([
          [words.earlierDischarge, day(facts.earlierDischarge), 'PRINTED', day(facts.printed)],
        ] satisfies Cells[])
      : []),
    ...(has('other physicians')
      ? ([
          [words.attending, upper(doctorName(facts.attending)), words.pcp, upper(doctorName(facts.pcp))],
        ] satisfies Cells[])
      : []),
    [words.ordering, upper(doctorName(facts.ordering)), words.orderingNpi, facts.ordering.npi],
    [words.emergency, upper(emergency.name), 'REL/PH', `${upper(emergency.relation)} ${emergency.phone}`],
    ...(has('other contacts')
      ? ([
          [words.guarantor, upper(facts.other.name), words.guarantorPhone, facts.other.phone],
        ] satisfies Cells[])
      : []),
    [words.payer, upper(payer.name), words.member, payer.member],
    ...(payer.plan === '' ? [] : ([[words.plan, upper(payer.plan), '', '']] satisfies Cells[])),
    [words.primary, `${facts.primary.code} ${upper(facts.primary.text)}`, '', ''],
    ...facts.others.map(({ code, text }, at): Cells => [
      at === 0 ? words.others : '',
      `${code} ${upper(text)}`,
      '',
      '',
    ]),
    ...(has('ruled out')
      ? ([['', `R/O ${facts.ruledOut.code} ${upper(facts.ruledOut.text)}`, '', '']] satisfies Cells[])
      : []),
  ];
  const [first, second, third] = [24, 36, 22];
  const lines = rows.map(
    ([a, b, c, d]) => `${cell(label(a), first)}${cell(b, second)} ${cell(label(c), third)}${d}`,
  );
  return `<pre style="font-family:'DejaVu Sans Mono',monospace;font-size:11px;line-height:1.5">RUN DATE: ${day(facts.printed)}          ${upper(facts.facility.name)}
                          ${upper(words.document)}

${lines.join('\n')}</pre>`;
}

type Cells = [label: string, value: string, secondLabel: string, secondValue: string];

const cell = (text: string, width: number) => text.padEnd(width - 1).concat(' ');
const label = (text: string) => (text === '' ? '' : `${escaped(text.toUpperCase())}:`);
const upper = (text: string) => escaped(text.toUpperCase());
