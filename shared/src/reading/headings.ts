import type { Owner } from './label.ts';
import { tokensOf } from './label-phrases.ts';
import { each, list } from './titles.ts';

const physicians = list('physician, provider, md, doctor, practitioner, dr, clinician, prescriber');

/** Titles above a part of a form, which say of whom its bare labels are. */
// oxfmt-ignore
const headingRows: readonly { owner: Owner; said: readonly string[] }[] = [
  { owner: 'patient', said: list('patient, client, resident, beneficiary, demographics, patient demographics, demographic, patient demographic, patient identification, person referred, about the patient, who is the patient, patient client, member') },
  { owner: 'source', said: list('referral source, referral, referred by, referring facility, source of referral, referral contact, who is referring, sender, from, referring party, referrer, your, about the referrer, contact') },
  { owner: 'ordering', said: [...each(list('ordering, referring, prescribing, requesting'), physicians), ...list('physician, provider, physicians, ordering, ordering practitioner, practitioner, doctor, physician orders, medical provider, prescriber, who ordered the care')] },
  { owner: 'certifying', said: [...each(list('certifying, following, signing, community, overseeing'), physicians), ...list('physician to follow, physician following, physician signing orders, physician who will follow, pcp to follow, community pcp, community pcp to follow, md signing orders, md to follow, md following')] },
  { owner: 'other', said: [...each(list('primary care, primary, family, attending, hospital, admitting, facility'), physicians), ...list('attending, pcp, primary care, pharmacy, subscriber, policy holder, guarantor, spouse, employer, caregiver, attn, attention, daughter, son, dme, nurse, office use, office use only, for office use only, agency use only, home health agency')] },
  { owner: 'encounter', said: list('face to face, face to face encounter, f2f, f2f encounter, face to face documentation, encounter') },
  { owner: 'emergency', said: list('emergency, emergency contact, emergency contacts, emergency contact person, in case of emergency, emergency notify, next of kin, nok, alternate contact, alt contact, family contact, contacts') },
  { owner: 'representative', said: list('representative, legal representative, patient representative, authorized representative, responsible party, health care proxy, healthcare proxy, proxy, power of attorney, poa, hcpoa, dpoa, guardian, legal guardian, surrogate, conservator') },
  { owner: 'payer', said: list('insurance, insurance coverage, payer, payor, primary insurance, coverage, insurance primary, primary payer, primary payor, billing, payment, payer source, payers, who pays, insurance payer, financial, insured, payment source') },
  { owner: 'secondary payer', said: list('secondary insurance, secondary payer, secondary coverage, insurance secondary, secondary payor') },
  { owner: 'facility', said: list('facility, current facility, hospital, inpatient stay, current location, hospitalization, hospital stay, stay, inpatient') },
  { owner: 'authorization', said: ['authorization', 'prior authorization', 'authorizations', 'auth'] },
  { owner: 'patient', said: list('clinical, diagnosis, diagnoses, orders, services, services requested, medical, admission, care, start of care, discharge, clinical facts, medical history, homebound status, care requested') },
];

/** Words that a title may add to a heading of the table. */
const headingAdditions = list('information, info, details, detail, data, section, the');

const headings = new Map(
  headingRows.flatMap(({ owner, said }) => said.map((words) => [words, owner] as const)),
);

/** The owner that a title such as "2. Patient Information" names; undefined for other texts. */
export function headingIn(text: string): { owner: Owner; isSure: boolean } | undefined {
  const plain = tokensOf(text.replace(/^(?:section|part)?\s*(?:\d{1,2}|[A-Za-z])\s*[.):-]\s*/i, '')).map(
    (token) => token.plain,
  );
  const words = plain.filter((word) => !headingAdditions.includes(word));
  const owner = headings.get(words.join(' '));
  if (owner) return { owner, isSure: words.length < plain.length };
  const [first, ...others] = text.split(' / ');
  if (first !== undefined && others.length > 0 && others.every((other) => headingIn(other)))
    return headingIn(first);
  const asked = text.endsWith('?') ? questions.find(([asking]) => asking.test(text)) : undefined;
  return asked && { owner: asked[1], isSure: false };
}

/** Some forms ask "Who do we call in an emergency?" above a part. */
const questions: [asking: RegExp, owner: Owner][] = [
  [/emergency/i, 'emergency'],
  [/insur|cover|pays/i, 'payer'],
  [/order|doctor|physician|provider/i, 'ordering'],
  [/refer|sent|sending/i, 'source'],
  [/decisions|speaks for|represent/i, 'representative'],
  [/patient|client|caring for|needs care/i, 'patient'],
];
