import { letterSet, slipsBetween, type Spelled } from '../domain/address/spelling.ts';
import type { LabelRow, Meaning, Owner } from './label.ts';
import { attendingDoubt, list, physicianDoubt, primaryCareDoubt } from './titles.ts';

// Forms say the same in thousands of ways. Where the tables lack the exact words, a label is read word by word: what each
// word adds, and what all of them mean together.

type Concept =
  | 'filler'
  /** Says nothing of its own, but may begin a label. */
  | 'adjective'
  // Of whom.
  | 'patient'
  | 'member'
  | 'emergency'
  | 'contact'
  | 'referral'
  | 'ordering'
  | 'certifying'
  | 'primary care'
  | 'attending'
  | 'physician'
  | 'payer'
  | 'facility'
  | 'organization'
  | 'authorization'
  | 'representative'
  | 'encounter'
  | 'stranger'
  /** As CMS-1500 calls the person whose insurance it is. */
  | 'insured'
  // Which one.
  | 'first'
  | 'second'
  | 'former'
  | 'coming'
  // What.
  | 'name'
  | 'last'
  | 'given'
  | 'birth'
  | 'sex'
  | 'language'
  | 'medicare'
  | 'social security'
  | 'phone'
  | 'address'
  | 'unit'
  | 'city'
  | 'state'
  | 'zip'
  | 'county'
  | 'npi'
  | 'number'
  | 'plan'
  | 'date'
  | 'start'
  | 'end'
  | 'care'
  | 'discharge'
  | 'received'
  | 'by'
  | 'needed'
  | 'visits'
  | 'diagnosis'
  | 'homebound'
  | 'room'
  | 'services'
  | 'summary'
  | 'time'
  | 'no field';

/** One or several words each, the longest first where they begin alike. */
// oxfmt-ignore
const words: Record<Concept, readonly string[]> = {
  filler: list('is, of, the, and, or, for, s, a, an, mm, dd, yyyy, yy, ccyy, please, print, printed, type, code, information, info, details, if, known, any, own, as, shown, card, appears, it, line, 1, in, this, to be, who, will, was, has, been, at, your'),
  adjective: list('full, legal, complete, current, permanent, physical, mailing, new, skilled, health care, healthcare, home health, home care, clinical, approved, total'),
  patient: list('patient, patients, pt, pts, client, clients, resident, residents, beneficiary, beneficiarys, recipient, individual'),
  member: list('member, members, enrollee'),
  emergency: list('emergency, person to notify, notify, ice, next of kin, nok, kin'),
  contact: list('contact, contacts, person, caller'),
  referral: list('referral, referring, referrer, referred, referred by, sender, sending, requestor, requester'),
  ordering: list('ordering, ordered, ordered by, prescribing, prescriber, requesting, orders from'),
  certifying: list('certifying, cert, following, follow, signing, sign, overseeing, community, certified by'),
  'primary care': list('primary care, pcp, family'),
  attending: list('attending, admitting, hospitalist'),
  physician: list('physician, physicians, provider, providers, doctor, md, dr, practitioner, clinician, physician np, md do'),
  payer: list('insurance, ins, insurer, payer, payor, carrier, coverage, policy, health plan, payer source, payor source'),
  facility: list('facility, fac, hospital, snf, current location, location'),
  organization: list('organization, organisation, agency, company, practice, clinic, source, group practice'),
  authorization: list('authorization, auth, preauthorization, pre authorization, preauth, pre auth, prior authorization, prior auth, precert, pre cert, precertification'),
  representative: list('representative, agent, health care agent, healthcare agent, hcp, hcp poa, legal decision maker, poa, dpoa, hcpoa, power of attorney, proxy, health care proxy, healthcare proxy, guardian, surrogate, conservator, responsible party, decision maker'),
  encounter: list('face to face, f2f, ftf, encounter'),
  stranger: list('guar, policy holder, policyholder, policyholders, guarantor, guarantors, pharmacy, employer, spouse, spouses, caregiver, care giver, parent, neighbor, relative, vendor, interpreter, nurse, reviewer'),
  insured: list('insured, insureds, subscriber, subscribers'),
  first: list('primary, prim, principal, main, 1st, admit, terminal'),
  second: list('secondary, second, 2, 2nd, supplemental, other, additional, comorbid, co morbid, related, pertinent, comorbidities, coexisting'),
  former: list('previous, prev, prior, former, past, maiden, old, alternate, alt, temporary, historical, resolved'),
  coming: list('requested, req, anticipated, desired, expected, exp, planned, target, preferred, proposed, projected, estimated, est, earliest'),
  name: list('name, names, named'),
  last: list('last name, last, surname, family name, lname'),
  given: list('first name, given name, given, fname'),
  birth: list('dob, d o b, birth date, birthdate, birthday, date of birth, birth, born, bdate'),
  sex: list('sex, sx, gender'),
  language: list('language, languages, lang, tongue, spoken, speaks'),
  medicare: list('medicare, mbi, hic, hicn, hi claim, beneficiary identifier, medicare beneficiary identifier, medicare beneficiary id'),
  'social security': list('ssn, social security, soc sec, ss'),
  phone: list('contact number, phone, phones, telephone, tel, ph, cell, mobile, home phone, cellular'),
  address: list('address, addr, street, residence, residential, home address, domicile, location of care, lives at'),
  unit: list('apt, apartment, unit, suite, ste'),
  city: list('city, town, municipality'),
  state: list('state, province, prov'),
  zip: list('zip, zipcode, postal, zip code'),
  county: list('county'),
  npi: list('npi, national provider identifier, national provider id'),
  number: list('number, no, num, id, identifier, identification, nbr'),
  plan: list('plan, product, program'),
  date: list('date, dates, dt, day, when, date time, on, completed, performed, done'),
  start: list('start, begin, begins, beginning, effective, from, soc, start of care, start of service, start of services, commence, commencement, admission to home health'),
  end: list('end, ends, expiration, expires, expire, through, thru, exp date, to, until, term'),
  care: list('care, service, homecare'),
  discharge: list('discharge, discharged, discharging, disch, d c, dc, dismissal'),
  received: list('received, recd, rcvd, receipt, intake'),
  by: list('by, with, conducted by, performed by, completed by'),
  needed: list('required, needed, necessary'),
  visits: list('visits, visit count, units'),
  diagnosis: list('diagnosis, diagnoses, dx, dxs, diag, icd, icd 10, icd10, icd 10 cm, conditions'),
  homebound: list('homebound, home bound, confined to home, confined to the home'),
  room: list('room, rm, bed'),
  services: list('services, disciplines, discipline, orders, services requested, services ordered, services needed, skilled services'),
  summary: list('reason, summary, hpi, history of present illness, narrative, clinical summary, hospital course'),
  time: list('time'),
  'no field': list('fax, facsimile, email, e mail, relationship, relation, signature, signed, title, specialty, group, mrn, account, acct, chart, medical record, record, race, ethnicity, religion, marital, status, age, middle, mi, suffix, preferred name, nickname, extension, ext, tax, tin, dea, license, height, weight, allergies, comments, copay, deductible, office, department, onset, description, admission, admit date, adm, occupation, pager, website'),
};

interface Entry {
  said: readonly string[];
  concept: Concept;
}

const entries = Map.groupBy(
  Object.entries(words)
    // The keys are those of the record above.
    .flatMap(([concept, said]) =>
      said.map((text) => ({ said: text.split(' '), concept: isConcept(concept) ? concept : 'filler' })),
    )
    .toSorted((one, other) => other.said.length - one.said.length),
  ({ said: [first = ''] }: Entry) => first,
);

function isConcept(text: string): text is Concept {
  return Object.hasOwn(words, text);
}

/** The label of the longest run of known words from here on, and how many they are. */
export function composedLabel(plain: readonly string[]): { row: LabelRow; length: number } | undefined {
  const run = knownWords(plain);
  const last = run.findLastIndex(({ concept }) => concept !== 'filler');
  // A question may begin with "Is".
  if (last < 0 || (run[0]?.concept === 'filler' && plain[0] !== 'is')) return undefined;
  const row = rowOf(new Set(run.slice(0, last + 1).map(({ concept }) => concept)));
  return row && { row: { ...row, said: [] }, length: run[last]?.end ?? 0 };
}

/** Up to the first word that no label has, with where each one ends. */
function knownWords(plain: readonly string[]): { concept: Concept; end: number }[] {
  const run: { concept: Concept; end: number }[] = [];
  for (let at = 0; at < plain.length && at < MOST_WORDS;) {
    const entry = entryAt(plain, at) ?? ofAddressBehindMark(plain, at, run.at(-1)?.concept);
    if (!entry) break;
    at += entry.said.length;
    run.push({ concept: entry.concept, end: at });
  }
  return run;
}

/** "City, State / ZIP" is one label; "Name, DOB" is two. */
function ofAddressBehindMark(
  plain: readonly string[],
  at: number,
  before: Concept = 'filler',
): Entry | undefined {
  const next = isMark(plain[at]) && isOfAddress(before) ? entryAt(plain, at + 1) : undefined;
  return next && isOfAddress(next.concept) ? { ...next, said: [plain[at] ?? '', ...next.said] } : undefined;
}

const isMark = (word = '') => /^[,/&]$/.test(word);
const isOfAddress = (concept: Concept) =>
  ['address', 'unit', 'city', 'state', 'zip', 'county'].includes(concept);

const entryAt = (plain: readonly string[], at: number) =>
  entries.get(plain[at] ?? '')?.find(({ said }) => said.every((word, index) => plain[at + index] === word));

const known = new Set([...entries.values()].flat().flatMap(({ said }) => said));
/** The word of a label that a scan has with a wrong letter, or two in a long one; the word itself if there is none. */
export function corrected(word: string): string {
  if (word.length < LEAST_WRONG || known.has(word) || /\d{2}/.test(word)) return word;
  const alike = lookAlikes
    .map(([read, meant]) => word.replaceAll(read, meant))
    .find((each) => known.has(each));
  return alike ?? nearest(word);
}

/** What readers of scans confuse most. */
const lookAlikes = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
  ['0', 'o'],
  ['1', 'i'],
  ['1', 'l'],
  ['5', 's'],
] as const;
const LEAST_WRONG = 4;

const spelled = (word: string): Spelled => ({
  word: word.toUpperCase(),
  letters: letterSet(word.toUpperCase()),
});
const spellings = [...known]
  .filter(({ length }) => length >= LEAST_WRONG)
  .map((word) => ({ word, as: spelled(word) }));

function nearest(word: string): string {
  const typed = spelled(word);
  let best = { word, slips: Infinity };
  for (const each of spellings) {
    const slips = slipsBetween(typed, each.as) ?? Infinity;
    if (slips < best.slips) best = { word: each.word, slips };
  }
  return best.word;
}

/** Shorter pieces than three letters are within too many words. */
const short = new Set(list('of, or, no, id, by, to, dr, md, dx, pt'));
const isPiece = (text: string) => known.has(text) && (text.length > 2 || short.has(text));
const LEAST_GLUED = 6;
const MOST_GLUED = 32;

/** The words of labels that a PDF or a scan has without the space between them, such as "dateof". */
export function unglued(word: string): string[] | undefined {
  if (word.length < LEAST_GLUED || word.length > MOST_GLUED || known.has(word)) return undefined;
  const pieces = fewestPieces(word);
  return pieces?.some(({ length }) => length > 3) ? pieces : undefined;
}

function fewestPieces(word: string): string[] | undefined {
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1)
    best[end] = best
      .flatMap((before, start) => {
        const piece = word.slice(start, end);
        return before && isPiece(piece) ? [[...before, piece]] : [];
      })
      .toSorted((one, other) => one.length - other.length)[0];
  return best[word.length];
}

/** A longer text is a sentence. */
const MOST_WORDS = 9;

function rowOf(has: ReadonlySet<Concept>): Omit<LabelRow, 'said'> | undefined {
  const means = meaningOf(has);
  if (!means) return undefined;
  const whose = ownerOf(has);
  if (has.has('former')) return { means: 'nothing', owner: 'former' };
  if (neverOwned.has(means))
    return whose.owner === 'other' ? { means: 'nothing', owner: 'other' } : { means };
  return { means, ...whose };
}

/** Facts of the referral itself, of which no one else has one. */
const neverOwned = new Set<Meaning>([
  'primary diagnosis',
  'other diagnoses',
  'homebound',
  'requested start',
  'start of care',
  'discharge',
  'services',
  'summary',
  'received',
  'time',
  'room',
]);

/** The first row of which one concept is there, with the other one if it names two. */
// oxfmt-ignore
const owners: readonly [owner: Owner, any: readonly Concept[], and?: Concept | undefined, doubt?: string][] = [
    ['other', ['stranger']],
    // The first contact is the one to call.
    ['other', ['emergency', 'representative'], 'second'],
    ['encounter', ['encounter']],
    ['authorization', ['authorization']],
    ['emergency', ['emergency']],
    ['representative', ['representative']],
    ['certifying', ['certifying']],
    ['certifying', ['primary care'], undefined, primaryCareDoubt],
    ['ordering', ['attending'], undefined, attendingDoubt],
    ['ordering', ['ordering']],
    ['ordering', ['referral'], 'physician'],
    ['source', ['referral']],
    ['secondary payer', ['payer', 'plan', 'member', 'insured'], 'second'],
    ['payer', ['payer', 'plan']],
    ['payer', ['member', 'insured'], 'number'],
    ['other', ['insured']],
    ['facility', ['facility']],
    ['ordering', ['physician'], undefined, physicianDoubt],
    ['patient', ['patient', 'member', 'medicare', 'social security']],
  ];

function ownerOf(has: ReadonlySet<Concept>): Pick<LabelRow, 'owner' | 'doubt' | 'isVague'> {
  const row = owners.find(
    ([, any, and]) => any.some((each) => has.has(each)) && (and === undefined || has.has(and)),
  );
  if (!row) return {};
  const [owner, , , doubt] = row;
  if (doubt === undefined) return { owner };
  return { owner, doubt, ...(doubt === physicianDoubt && { isVague: true }) };
}

/** The first row whose concepts are all there. */
// oxfmt-ignore
const meanings: readonly [means: Meaning, all: readonly Concept[], none?: readonly Concept[]][] = [
  ['nothing', ['no field']],
  ['nothing', ['last', 'discharge']],
  ['birth date', ['birth']],
  ['social security number', ['social security']],
  ['npi', ['npi']],
  ['address', ['city', 'zip']],
  ['zip', ['zip']],
  ['county', ['county']],
  ['unit', ['unit']],
  ['phone', ['phone']],
  ['address', ['address']],
  ['city', ['city']],
  ['state', ['state']],
  ['sex', ['sex']],
  ['language', ['language']],
  ['homebound', ['homebound']],
  ['other diagnoses', ['diagnosis', 'second']],
  ['primary diagnosis', ['diagnosis']],
  ['visits', ['visits']],
  ['needed', ['authorization', 'needed']],
  ['from and to', ['authorization', 'start', 'end']],
  ['from', ['authorization', 'start']],
  ['to', ['authorization', 'end']],
  ['from and to', ['authorization', 'date']],
  ['member number', ['authorization']],
  ['date', ['encounter', 'date']],
  ['by', ['encounter', 'by']],
  ['by', ['encounter', 'physician']],
  ['by', ['encounter', 'name']],
  ['date', ['encounter']],
  ['requested start', ['start', 'coming']],
  ['requested start', ['start', 'referral']],
  ['start of care', ['start', 'care']],
  ['start of care', ['start', 'date'], ['payer', 'plan']],
  ['discharge', ['discharge', 'date']],
  ['discharge', ['discharge', 'coming']],
  ['received', ['referral', 'date']],
  ['received', ['received', 'date']],
  ['received', ['referral', 'received']],
  ['summary', ['summary']],
  ['services', ['services'], ['physician']],
  ['last name', ['last'], ['physician']],
  ['first name', ['given'], ['physician']],
  ['medicare number', ['medicare', 'number'], ['payer', 'physician']],
  ['medicare number', ['medicare', 'patient']],
  ['member number', ['payer', 'number']],
  ['member number', ['member', 'number']],
  ['member number', ['plan', 'number']],
  ['member number', ['stranger', 'number']],
  ['member number', ['insured', 'number']],
  ['name', ['insured', 'plan']],
  ['name', ['payer', 'plan', 'name']],
  ['plan', ['plan', 'name'], ['payer']],
  ['room', ['room']],
  ['from', ['referral', 'organization']],
  ['from', ['referral', 'facility']],
  ['name', ['name']],
  ['name', ['facility', 'discharge']],
  ['name', ['emergency']],
  ['name', ['representative']],
  ['name', ['referral', 'contact']],
  ['name', ['physician', 'referral']],
  ['name', ['physician', 'ordering']],
  ['name', ['physician', 'certifying']],
  ['name', ['physician', 'attending']],
  ['name', ['primary care']],
  ['name', ['payer', 'first']],
  ['name', ['payer', 'second']],
  ['name', ['payer'], ['date', 'start', 'end']],
  ['name', ['facility']],
  ['from and to', ['start', 'end']],
  ['from', ['start']],
  ['to', ['end']],
  ['nothing', ['stranger']],
  ['nothing', ['date']],
];

function meaningOf(has: ReadonlySet<Concept>): Meaning | undefined {
  return meanings.find(
    ([, all, none = []]) => all.every((each) => has.has(each)) && !none.some((each) => has.has(each)),
  )?.[0];
}
