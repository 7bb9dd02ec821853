// Titles of people and places on referral forms, in lower case and without punctuation.

/** Texts between commas, over several lines. */
export function list(text: string): string[] {
  return text.split(',').map((item) => item.replaceAll(/\s+/g, ' ').trim());
}

export const phones = list('phone, telephone, tel, ph, phone number, telephone number, contact number');
export const ofPatient = list('patient, patients, pt, pts, client, resident, beneficiary, member');
export const physicians = list('physician, provider, md, doctor, practitioner, dr, clinician, prescriber');
/** Every first text with every second one. */
export const each = (firsts: readonly string[], seconds: readonly string[]) =>
  firsts.flatMap((first) => seconds.map((second) => `${first} ${second}`));

export const ordering = each(['ordering', 'referring', 'prescribing', 'requesting'], physicians);
export const certifying = [
  ...each(list('certifying, following, signing, community, overseeing'), physicians),
  ...list(`
      physician to follow, physician following patient, physician signing orders, physician who
      will follow, pcp to follow, community pcp, community pcp to follow, md signing orders, md signing
      home care orders, md signing home health orders, md to follow, md following, md following plan of care, physician following plan of care, pcp to
      follow after discharge, physician to follow after discharge, physician following, plan of care physician, poc physician`),
];
export const attending = [
  'attending',
  ...each(['attending', 'hospital', 'admitting', 'facility'], physicians),
];
export const primaryCare = [
  'pcp',
  'primary care',
  ...each(['primary care', 'primary', 'family'], physicians),
  'primary care physician pcp',
];
export const emergency = list(`
      emergency contact, emergency contact person, in case of emergency, in case of emergency
      notify, emergency notify, ice contact, next of kin, nok, alternate contact, alt contact, alternate contact relationship phone, alt contact
      relationship ph, emergency contact relationship phone, family contact`);
export const representative = list(`
      representative, legal representative, patient representative, authorized representative,
      responsible party, health care proxy, healthcare proxy, proxy, power of attorney, poa,
      hcpoa, dpoa, guardian, legal guardian, surrogate, conservator`);
export const source = list(`
      referred by, referral from, referring contact, referral contact, referrer, person making
      referral, person referring, completed by, form completed by, submitted by, case manager,
      discharge planner, social worker, care coordinator, contact person, prepared by, referral sent by, office contact, caller, caller title`);
export const sourcePlaces = list(`
      referral source, source of referral, referring facility, referring hospital, referring
      agency, referring organization, referring practice, referring clinic, referral facility,
      referring facility agency, sending facility`);
export const facilities = list(`
      facility, current facility, facility name, current location, present location, patient
      location, hospital, hospital facility, hospital name, inpatient facility, discharging
      facility, facility discharging from, discharging from, admitted to, admitting facility`);
export const others = list(`
      pharmacy, subscriber, policy holder, policyholder, insured, guarantor, spouse, employer,
      caregiver, care giver, primary caregiver, attn, attention, daughter, son, dme, nurse, fax
      to, send to`);

export const attendingDoubt = 'The page says attending physician. Check who ordered the care';
export const primaryCareDoubt = 'The page says primary care physician. Check who certifies the care';
export const physicianDoubt = 'The page does not say which physician. Check who ordered the care';
