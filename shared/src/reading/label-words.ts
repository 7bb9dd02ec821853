import { list } from './titles.ts';

// The words of labels by what they add to one.

/** One or several words each, the longest first where they begin alike. */
// oxfmt-ignore
const words = {
  filler: list('is, of, the, and, or, for, s, a, an, mm, dd, yyyy, yy, ccyy, please, print, printed, type, code, information, info, details, if, known, any, own, as, shown, card, appears, it, line, 1, in, this, to be, who, will, was, has, been, at, your, after, making, valid'),
  /** Says nothing of its own, but may begin a label. */
  adjective: list('full, legal, complete, current, permanent, physical, mailing, new, skilled, health care, healthcare, home health, home care, clinical, approved, total'),
  // Of whom.
  patient: list('patient, patients, pt, pts, client, clients, resident, residents, beneficiary, beneficiarys, recipient, individual'),
  member: list('member, members, enrollee'),
  emergency: list('emergency, in case of emergency, alternate contact, alt contact, family contact, person to notify, notify, ice, next of kin, nok, kin'),
  contact: list('contact, contacts, person, caller'),
  referral: list('referral, referring, referrer, referred, referred by, sender, sending, requestor, requester, case manager, discharge planner, social worker, care coordinator'),
  ordering: list('ordering, ordered, ordered by, prescribing, requesting, orders from'),
  certifying: list('certifying, cert, following, follow, signing, sign, overseeing, community, certified by, plan of care, poc'),
  'primary care': list('primary care, pcp, family'),
  attending: list('attending, admitting, hospitalist'),
  physician: list('physician, physicians, provider, providers, prescriber, doctor, md, dr, practitioner, clinician, physician np, md do'),
  payer: list('insurance, ins, insurer, payer, payor, carrier, coverage, policy, health plan, payer source, payor source, medical insurance, health insurance, medical coverage'),
  facility: list('facility, fac, hospital, snf, current location, location'),
  organization: list('organization, organisation, agency, company, practice, clinic, source, group practice'),
  authorization: list('authorization, auth, preauthorization, pre authorization, preauth, pre auth, prior authorization, prior auth, precert, pre cert, precertification'),
  representative: list('representative, authorized representative, agent, health care agent, healthcare agent, hcp, hcp poa, legal decision maker, poa, dpoa, hcpoa, power of attorney, proxy, health care proxy, healthcare proxy, guardian, surrogate, conservator, responsible party, decision maker'),
  encounter: list('face to face, face to face visit, f2f, f2f visit, ftf, ftf visit, encounter'),
  stranger: list('guar, policy holder, policyholder, policyholders, guarantor, guarantors, pharmacy, employer, spouse, spouses, caregiver, care giver, parent, neighbor, relative, vendor, interpreter, nurse, reviewer'),
  /** As CMS-1500 calls the person whose insurance it is. */
  insured: list('insured, insureds, subscriber, subscribers'),
  // Which one.
  first: list('primary, prim, principal, main, 1st, admit, terminal'),
  second: list('secondary, second, 2, 2nd, supplemental, other, additional, comorbid, co morbid, related, pertinent, comorbidities, coexisting'),
  former: list('previous, prev, prior, former, past, maiden, old, alternate, alt, temporary, historical, resolved'),
  coming: list('requested, req, anticipated, desired, expected, exp, planned, target, preferred, proposed, projected, estimated, est, earliest'),
  // What.
  name: list('name, names, named, name printed'),
  last: list('last name, last, surname, family name, lname'),
  given: list('first name, given name, given, fname'),
  birth: list('dob, d o b, birth date, birthdate, birthday, date of birth, birth, born, bdate'),
  sex: list('sex, sx, gender'),
  language: list('language, languages, lang, tongue, spoken, speaks'),
  medicare: list('medicare, mbi, hic, hicn, hi claim, beneficiary identifier, medicare beneficiary identifier, medicare beneficiary id'),
  'social security': list('ssn, social security, soc sec, ss'),
  phone: list('contact number, phone number, telephone number, phone, phones, telephone, tel, ph, cell, mobile, home phone, cellular'),
  address: list('address, addr, street, residence, residential, home address, domicile, location of care, lives at'),
  unit: list('apt, apartment, unit, suite, ste'),
  city: list('city, town, municipality'),
  state: list('state, province, prov'),
  zip: list('zip, zipcode, postal, zip code'),
  county: list('county'),
  npi: list('npi, national provider identifier, national provider id'),
  number: list('number, no, num, id, identifier, identification, nbr, reference, ref'),
  plan: list('plan, product, program'),
  date: list('date, dates, dt, day, when, date time, on, completed, performed, done, period, date range, date span'),
  start: list('start, begin, begins, beginning, effective, from, soc, start of care, start of service, start of services, commence, commencement, admission to home health'),
  end: list('end, ends, expiration, expires, expire, through, thru, exp date, to, until, term'),
  care: list('care, service, homecare'),
  discharge: list('discharge, discharged, discharging, disch, d c, dc, dismissal'),
  received: list('received, recd, rcvd, receipt, intake'),
  by: list('by, with, conducted by, performed by, completed by'),
  needed: list('required, needed, necessary, reqd'),
  visits: list('visits, visit count, units'),
  diagnosis: list('diagnosis, diagnoses, dx, dxs, diag, icd, icd 10, icd10, icd 10 cm, conditions, diagnosis code, diagnosis codes, dx code, dx codes, icd code, icd codes, icd 10 code, icd 10 codes'),
  homebound: list('homebound, home bound, confined to home, confined to the home'),
  room: list('room, rm, bed'),
  services: list('services, disciplines, discipline, orders, services requested, services ordered, services needed, skilled services'),
  summary: list('reason, summary, hpi, history of present illness, narrative, clinical summary, hospital course'),
  time: list('time'),
  'no field': list('fax, facsimile, email, e mail, relationship, relation, signature, signed, title, specialty, group, mrn, account, acct, chart, medical record, record, race, ethnicity, religion, marital, status, age, middle, mi, suffix, preferred name, nickname, extension, ext, tax, tin, dea, license, height, weight, allergies, comments, copay, deductible, office, department, onset, description, admission, admit date, adm, occupation, pager, website'),
} satisfies Record<string, readonly string[]>;

export type Concept = keyof typeof words;

interface Entry {
  said: readonly string[];
  concept: Concept;
}

/** By their first word, the longest first. */
export const entries = Map.groupBy(
  Object.entries(words)
    .flatMap(([concept, said]) =>
      said.map((text) => ({ said: text.split(' '), concept: isConcept(concept) ? concept : 'filler' })),
    )
    .toSorted((one, other) => other.said.length - one.said.length),
  ({ said: [first = ''] }: Entry) => first,
);

function isConcept(text: string): text is Concept {
  return Object.hasOwn(words, text);
}

export const knownWords: ReadonlySet<string> = new Set(
  [...entries.values()].flat().flatMap(({ said }) => said),
);
