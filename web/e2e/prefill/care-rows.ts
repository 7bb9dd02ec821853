import { dateIn, type Block, type Paper, type Row, type Values } from './paper.ts';
import { allServices, refusedOf, type Facts } from './people.ts';
import {
  addressRows,
  choice,
  contactRows,
  doctorName,
  only,
  patientRows,
  phoneRow,
  sourceRows,
} from './person-rows.ts';

export const mbiRow = ({ facts, words, draw }: Paper): Row => ({
  label: words.mbi,
  value: draw.chance(0.5) ? facts.mbi : facts.mbi.replaceAll('-', ''),
  says: { 'Patient.Mbi': facts.mbi },
});

export function payerRows(paper: Paper): Row[] {
  const { facts, words, has, style } = paper;
  const { payer, second, ended } = facts;
  const isMedicare = payer.plan === '';
  const first: Row[] = [
    {
      label: words.payer,
      value: payer.name,
      says: { 'Payers.0.Name': payer.name },
      ...(has('crossed out') && { struck: ended.name }),
    },
    ...(isMedicare ? [] : [{ label: words.plan, value: payer.plan, says: { 'Payers.0.Plan': payer.plan } }]),
    {
      label: words.member,
      value: payer.member,
      says: isMedicare ? { 'Patient.Mbi': facts.mbi } : { 'Payers.0.MemberId': payer.member },
      accepts: { 'Payers.0.MemberId': [payer.member] },
    },
  ];
  const secondary: Row[] = has('not applicable')
    ? [{ label: words.second, value: 'N/A' }]
    : [
        { label: words.second, value: second.name, says: { 'Payers.1.Name': second.name } },
        { label: words.secondMember, value: second.member, says: { 'Payers.1.MemberId': second.member } },
        ...(has('birth date of the subscriber')
          ? [{ label: words.subscriberBirth, value: dateIn(style, facts.subscriberBorn) }]
          : []),
      ];
  return [...first, ...(isMedicare ? [] : [mbiRow(paper)]), ...secondary];
}

/** Who orders and who certifies, among other physicians. */
export function doctorRows(paper: Paper): Row[] {
  const { facts, words, draw, has } = paper;
  const { ordering, certifying, pcp, attending } = facts;
  const others: Row[] = has('other physicians')
    ? [
        {
          label: words.pcp,
          value: doctorName(pcp),
          accepts: { 'Clinical.CertifyingPractitioner': [doctorName(pcp)] },
        },
        { label: words.attending, value: doctorName(attending) },
      ]
    : [];
  const own: Row[] = [
    {
      label: words.ordering,
      value: doctorName(ordering),
      says: { 'Clinical.OrderingPractitioner': doctorName(ordering) },
    },
    { label: words.orderingNpi, value: ordering.npi, says: { 'Clinical.OrderingNpi': ordering.npi } },
    { label: words.orderingPhone, value: ordering.phone },
    ...(draw.chance(0.6)
      ? [
          {
            label: words.certifying,
            value: doctorName(certifying),
            says: { 'Clinical.CertifyingPractitioner': doctorName(certifying) },
          },
          {
            label: words.certifyingNpi,
            value: certifying.npi,
            says: { 'Clinical.CertifyingNpi': certifying.npi },
          },
        ]
      : []),
  ];
  return draw.chance(0.5) ? [...others, ...own] : [...own, ...others];
}

export function clinicalRows(paper: Paper): Row[] {
  const { facts, words, draw, style } = paper;
  return [
    primaryRow(paper),
    othersRow(paper),
    {
      label: words.homebound,
      value: draw.chance(0.5) ? facts.homebound : choice(['Yes', 'No'], facts.homebound),
      says: { 'Clinical.Homebound': facts.homebound },
    },
    {
      label: words.encounter,
      value: dateIn(style, facts.encounter),
      says: { 'Clinical.FaceToFaceDate': facts.encounter },
    },
    {
      label: words.encounterBy,
      value: doctorName(facts.ordering),
      says: { 'Clinical.FaceToFaceBy': doctorName(facts.ordering) },
    },
  ];
}

export const saysDiagnoses = ({ primary, others }: Facts): Values => ({
  'Clinical.PrimaryDiagnosis': primary.code,
  'Clinical.OtherDiagnoses': others.map(({ code }) => code).join(', '),
});

export const primaryRow = ({ facts, words, draw }: Paper): Row => ({
  label: words.primary,
  value: draw.pick([
    `${facts.primary.code} ${facts.primary.text}`,
    `${facts.primary.text} (${facts.primary.code})`,
    facts.primary.code,
  ]),
  says: only(saysDiagnoses(facts), 'Clinical.PrimaryDiagnosis'),
});

export function othersRow({ facts, words, draw, has }: Paper): Row {
  const isWordy = draw.chance(0.4);
  const others = facts.others.map(({ code, text }) => (isWordy ? `${code} ${text}` : code));
  if (has('ruled out')) others.splice(draw.between(0, others.length), 0, `r/o ${facts.ruledOut.code}`);
  if (has('history')) others.push(`h/o ${facts.past.text} (${facts.past.code})`);
  return {
    label: words.others,
    value: others.join(isWordy ? '; ' : ', '),
    says: only(saysDiagnoses(facts), 'Clinical.OtherDiagnoses'),
  };
}

/** The stay, among other dates. */
export function stayRows({ facts, words, style, has }: Paper): Row[] {
  const day = (date: string) => dateIn(style, date);
  return [
    {
      label: words.facility,
      value: facts.facility.name,
      says: { 'Clinical.Facility': facts.facility.name },
      accepts: { 'Source.Organization': [facts.facility.name] },
    },
    { label: words.room, value: facts.room, says: { 'Clinical.Room': facts.room } },
    { label: words.admitted, value: day(facts.admitted) },
    ...(has('other dates') ? [{ label: words.earlierDischarge, value: day(facts.earlierDischarge) }] : []),
    {
      label: words.discharge,
      value: day(facts.discharge),
      says: { 'Clinical.DischargeDate': facts.discharge },
    },
    {
      label: words.requested,
      value: day(facts.requested),
      says: { 'Clinical.RequestedStart': facts.requested },
    },
  ];
}

/** The services that are ordered, with one that was refused. */
export function servicesRow({ facts, words, draw, has }: Paper): Row {
  const ordered = facts.services;
  const says = { Services: ordered.map(({ name }) => name).join(', ') };
  const refused = refusedOf(facts);
  const form = draw.pick(['choice', 'names', 'short']);
  if (form === 'choice')
    return {
      label: words.services,
      value: allServices.map((service) => ({ text: service.name, isMarked: ordered.includes(service) })),
      says,
    };
  const texts = ordered.map(({ name, short }) => (form === 'names' ? name : short));
  const refusedName = form === 'names' ? refused?.name : refused?.short;
  const no =
    has('refused services') && refusedName !== undefined
      ? draw.pick([
          `. Patient declines ${refusedName}`,
          `; ${refusedName}: no`,
          `. No ${refusedName} at this time`,
        ])
      : '';
  return { label: words.services, value: texts.join(', ') + no, says };
}

export function authorizationRows({ facts, words, style }: Paper): Row[] {
  const { number, from, to, visits } = facts.authorization;
  return [
    {
      label: words.authNumber,
      value: number,
      says: { 'Clinical.AuthorizationNumber': number },
      accepts: { 'Clinical.AuthorizationNeeded': ['Yes'] },
    },
    { label: words.authFrom, value: dateIn(style, from), says: { 'Clinical.AuthorizedFrom': from } },
    { label: words.authTo, value: dateIn(style, to), says: { 'Clinical.AuthorizedTo': to } },
    { label: words.visits, value: visits, says: { 'Clinical.AuthorizedVisits': visits } },
  ];
}

/** Blocks of a whole referral, in an order of the document's own; some documents lack some. */
export function allBlocks(paper: Paper): Block[] {
  const { words, draw, facts } = paper;
  const patient = {
    title: words.patientTitle,
    rows: [...patientRows(paper), ...addressRows(paper), ...phoneRow(paper)],
  };
  const source = { title: words.sourceTitle, rows: sourceRows(paper) };
  const rest: Block[] = [
    { title: words.payerTitle, rows: payerRows(paper) },
    { title: words.doctorTitle, rows: doctorRows(paper) },
    { title: words.clinicalTitle, rows: clinicalRows(paper) },
    ...(draw.chance(0.8) ? [{ title: words.contactTitle, rows: contactRows(paper) }] : []),
    ...(draw.chance(0.7) ? [{ title: words.stayTitle, rows: stayRows(paper) }] : []),
    ...(draw.chance(0.8) ? [{ title: words.servicesTitle, rows: [servicesRow(paper)] }] : []),
    ...(facts.payer.plan !== '' && draw.chance(0.7)
      ? [{ title: words.authTitle, rows: authorizationRows(paper) }]
      : []),
  ];
  return draw.chance(0.4) ? [source, patient, ...rest] : [patient, ...rest, source];
}
