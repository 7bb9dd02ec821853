import { saysDiagnoses } from '../care-rows.ts';
import { escaped, longDate, pronouns, said, usDate, type Paper } from '../paper.ts';
import { ageOf, agency, refusedOf } from '../people.ts';
import {
  addressLine,
  cityLine,
  doctorName,
  nameIn,
  naturalName,
  saysHome,
  saysName,
  streetLine,
} from '../person-rows.ts';

/** A practice refers its patient in a page of sentences. */
export function letter(paper: Paper): string {
  const { facts, draw, use } = paper;
  const { ordering, facility, patient } = facts;
  const practice = {
    name: `${ordering.last} Internal Medicine`,
    street: `${draw.between(2, 90)} Clinic Way`,
  };
  const head = `<div style="text-align:center"><b>${practice.name}</b><br>${practice.street}, ${cityLine(facility)}<br>Phone ${ordering.phone} &nbsp; Fax ${ordering.fax}</div>`;
  use(saysName(facts));
  use({
    says: {
      'Patient.DateOfBirth': facts.born,
      'Source.Organization': practice.name,
      'Source.Phone': ordering.phone,
      'Clinical.OrderingPractitioner': doctorName(ordering),
      'Clinical.OrderingNpi': ordering.npi,
    },
    accepts: {
      'Clinical.Sex': [facts.sex],
      'Source.ContactName': [doctorName(ordering)],
      'Clinical.FaceToFaceBy': [doctorName(ordering)],
      'Clinical.CertifyingPractitioner': [doctorName(ordering)],
      'Clinical.CertifyingNpi': [ordering.npi],
    },
  });
  const subject =
    patient.isPlain && draw.chance(0.5)
      ? ''
      : `<p><b>RE: ${escaped(nameIn({ style: { ...paper.style, isLastNameFirst: true } }, patient))}</b></p>`;
  const paragraphs = [
    `${opening(paper)} ${living(paper)}`,
    illness(paper),
    orders(paper),
    [insured(paper), relatives(paper)].join(' '),
    said(
      paper,
      'Thank you for your help with this patient.',
      'Please call my office with any question.',
      'Thank you for seeing this patient.',
    ),
  ];
  return `${head}<p>${longDate(facts.printed)}</p><p>${agency.name}<br>${agency.street}<br>${cityLine(agency)}</p>${subject}<p>${said(paper, 'Dear Intake Coordinator:', 'To whom it may concern,', 'Dear colleagues,')}</p>${paragraphs.map((text) => `<p>${text}</p>`).join('')}<p>Sincerely,</p><p style="margin-top:30px">${doctorName(ordering)}<br>NPI ${ordering.npi}</p>`;
}

function opening(paper: Paper): string {
  const { facts } = paper;
  const { patient } = facts;
  const { Mrs, woman } = pronouns(paper);
  const age = ageOf(facts);
  const full = escaped(patient.isPlain ? naturalName(patient) : `${Mrs} ${patient.last}`);
  const born = longDate(facts.born);
  const short = usDate(facts.born);
  return said(
    paper,
    `I am referring my patient, ${full}, born ${born}, for home health care.`,
    `This letter is to refer ${full} (DOB ${short}) to your agency.`,
    `Please accept ${full}, date of birth ${short}, for home care services.`,
    `${full}, whose date of birth is ${born}, is a patient of mine who needs care at home.`,
    `I would like to request home health for ${full} (born on ${born}).`,
    `I am writing about ${full}, a ${age}-year-old ${woman} born ${short}, who needs home health services.`,
    `My patient ${full}, D.O.B. ${short}, would benefit from home health.`,
    `Kindly evaluate ${full}; DOB: ${short}.`,
    `We request your services for ${full}, who was born on ${born}.`,
    `${full} (d.o.b. ${short}) has been under my care for several years and now needs nursing at home.`,
    `Re home care for ${full}, ${age} years old, birth date ${born}.`,
    `I have the pleasure of referring ${full}, date of birth ${born}, to you.`,
  );
}

function living(paper: Paper): string {
  const { facts, has, use } = paper;
  const { She, Her, Mrs } = pronouns(paper);
  const last = escaped(facts.patient.last);
  const home = escaped(addressLine(facts.home));
  use(saysHome(facts.home));
  use({ says: { 'Patient.Phone': facts.phone } });
  const moved = has('previous address')
    ? ` ${She} moved there this spring from ${escaped(streetLine(facts.earlierHome))}, ${facts.earlierHome.city}.`
    : '';
  return (
    said(
      paper,
      `${She} lives at ${home}, and can be reached at ${facts.phone}.`,
      `${Mrs} ${last} resides at ${home} (telephone ${facts.phone}).`,
      `${Her} address is ${home}; ${Her.toLowerCase()} phone is ${facts.phone}.`,
      `Visits will be at ${Her.toLowerCase()} home, ${home}. Phone: ${facts.phone}.`,
      `Home address: ${home}. Home phone: ${facts.phone}.`,
      `${She} is staying at home at ${home}. ${Her} number there is ${facts.phone}.`,
    ) + moved
  );
}

function illness(paper: Paper): string {
  const { facts, has, use, draw } = paper;
  const { She, she } = pronouns(paper);
  const { primary, others, ruledOut, past } = facts;
  use({ says: saysDiagnoses(facts) });
  const list = others.map(({ code, text }) => escaped(`${inSentence(text)} (${code})`));
  const rest = `${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`;
  const main = escaped(`${inSentence(primary.text)} (${primary.code})`);
  const not = has('ruled out') ? ` ${ruledOut.text} (${ruledOut.code}) was ruled out.` : '';
  const once = has('history')
    ? ` ${She} has a history of ${past.text.toLowerCase()} (${past.code}), now resolved.`
    : '';
  const stay = draw.chance(0.6)
    ? ` ${She} was admitted to ${escaped(facts.facility.name)} on ${longDate(facts.admitted)}.`
    : '';
  return (
    said(
      paper,
      `The primary diagnosis is ${main}. ${She} also has ${rest}.`,
      `${She} is being referred because of ${main}; ${she} also suffers from ${rest}.`,
      `Primary diagnosis: ${main}. Other diagnoses: ${list.join('; ')}.`,
      `The main reason for home health is ${main}. Secondary diagnoses are ${rest}.`,
      `My principal concern is ${main}, with ${rest} as comorbidities.`,
      `${She} needs care for ${main}. Comorbid conditions include ${rest}.`,
    ) +
    not +
    once +
    stay
  );
}

const inSentence = (text: string) =>
  /^(?:COPD|Parkinson)/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

function orders(paper: Paper): string {
  const { facts, has, use, draw } = paper;
  const { She, she, her, Mrs } = pronouns(paper);
  const last = escaped(facts.patient.last);
  const names = facts.services.map(({ name }) => name.toLowerCase());
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  const refused = refusedOf(facts)?.name.toLowerCase() ?? '';
  const encounter = longDate(facts.encounter);
  const start = longDate(facts.requested);
  use({
    says: {
      Services: facts.services.map(({ name }) => name).join(', '),
      'Clinical.FaceToFaceDate': facts.encounter,
      'Clinical.RequestedStart': facts.requested,
      'Clinical.Homebound': facts.homebound,
    },
  });
  const isHome = facts.homebound === 'Yes';
  const home = isHome
    ? said(
        paper,
        `${She} is homebound.`,
        `${Mrs} ${last} is homebound because leaving home takes a considerable and taxing effort.`,
        `I certify that ${she} is confined to ${her} home.`,
        `${She} meets the criteria for homebound status.`,
      )
    : said(
        paper,
        `${She} is not homebound.`,
        `${Mrs} ${last} is not homebound at this time.`,
        `${She} does not meet the criteria for homebound status.`,
      );
  const no = has('refused services')
    ? ` ${draw.pick([`${She} declines ${refused}.`, `No ${refused} is needed.`, `${She} has refused ${refused}.`])}`
    : '';
  return said(
    paper,
    `Please provide ${list}.${no} I saw ${her === 'his' ? 'him' : 'her'} on ${encounter} for this problem. ${home} Care should begin on ${start}.`,
    `I am ordering ${list}.${no} My face-to-face encounter was on ${encounter}. ${home} We ask that you start on ${start}.`,
    `Orders: ${list}.${no} ${She} was seen by me on ${encounter}. ${home} Requested start of care is ${start}.`,
    `${She} will need ${list}.${no} The face-to-face visit took place on ${encounter}. ${home} Please open the case on ${start}.`,
    `Services needed are ${list}.${no} I examined ${Mrs} ${last} face to face on ${encounter}. ${home} The first visit should be on ${start}.`,
    `Kindly arrange ${list}.${no} Date of my encounter: ${encounter}. ${home} Desired start date: ${start}.`,
  );
}

function insured(paper: Paper): string {
  const { facts, use } = paper;
  const { She, Her } = pronouns(paper);
  const { payer, mbi } = facts;
  use({
    says: {
      'Payers.0.Name': payer.name,
      'Patient.Mbi': payer.plan === '' ? mbi : '',
      'Payers.0.MemberId': payer.plan === '' ? '' : payer.member,
    },
    accepts: { 'Payers.0.MemberId': [mbi], 'Payers.0.Plan': [payer.plan] },
  });
  return payer.plan === ''
    ? said(
        paper,
        `${She} has Medicare, number ${mbi}.`,
        `Insurance is Medicare (${mbi}).`,
        `${Her} Medicare number is ${mbi}.`,
        `${She} is covered by Medicare; the MBI is ${mbi}.`,
      )
    : said(
        paper,
        `${She} is insured by ${payer.name}, member ID ${payer.member}.`,
        `Insurance is ${payer.name} (ID ${payer.member}).`,
        `${Her} insurance is ${payer.name}, policy number ${payer.member}.`,
        `${She} is a member of ${payer.name}, ID number ${payer.member}.`,
      );
}

function relatives(paper: Paper): string {
  const { facts, has, use, draw } = paper;
  const { her } = pronouns(paper);
  const { emergency, other, language } = facts;
  use({
    says: {
      'Clinical.EmergencyContact': emergency.name,
      'Clinical.EmergencyPhone': emergency.phone,
      'Clinical.Language': language,
    },
  });
  const relation = emergency.relation.toLowerCase();
  const speaks =
    has('interpreter for a relative') && language !== 'English'
      ? `The patient speaks ${language} and ${her} ${draw.pick(['son', 'niece'])} speaks English.`
      : said(
          paper,
          `The patient speaks ${language}.`,
          `The preferred language is ${language}.`,
          `Language: ${language}.`,
        );
  const neighbor = has('other contacts')
    ? ` A ${other.relation.toLowerCase()}, ${other.name} (${other.phone}), has a key.`
    : '';
  return (
    said(
      paper,
      `In an emergency please call ${her} ${relation}, ${emergency.name}, at ${emergency.phone}.`,
      `The emergency contact is ${her} ${relation} ${emergency.name} (${emergency.phone}).`,
      `Emergency contact: ${emergency.name}, ${relation}, ${emergency.phone}.`,
      `${emergency.name}, ${her} ${relation}, is the emergency contact; phone ${emergency.phone}.`,
    ) +
    neighbor +
    ` ${speaks}`
  );
}
