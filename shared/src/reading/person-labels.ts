import { type LabelRow, personal } from './label.ts';
import {
  attending,
  certifying,
  each,
  list,
  ofPatient,
  ordering,
  phones,
  physicians,
  primaryCare,
} from './titles.ts';

const attendingDoubt = 'The page says attending physician. Check who ordered the care';
const primaryCareDoubt = 'The page says primary care physician. Check who certifies the care';
const physicianDoubt = 'The page does not say which physician. Check who ordered the care';

/** Labels of the patient and of those who order the care. */
// oxfmt-ignore
export const personLabels: readonly LabelRow[] = [
  { means: 'name', owner: 'patient', said: [...ofPatient.filter((who) => who !== 'member'), ...each(ofPatient, ['name', 'full name', 'legal name', 'name and address', 'name address']), ...list('name of patient, full name of patient, regarding, re, re patient')] },
  { means: 'name', said: ['name', 'full name', 'contact', 'contact name'] },
  { means: 'last name', owner: 'patient', said: [...each(ofPatient, ['last name', 'last', 'surname'])] },
  { means: 'last name', said: ['last name', 'family name', 'surname', 'last'] },
  { means: 'first name', owner: 'patient', said: [...each(ofPatient, ['first name', 'first'])] },
  { means: 'first name', said: ['first name', 'given name', 'first'] },
  { means: 'nothing', said: list('middle name, middle initial, mi, middle, preferred name, maiden name, suffix') },
  { means: 'birth date', said: [...list('dob, date of birth, birth date, birthdate, birthday, born, born on, date of birth dob, d o b'), ...each(ofPatient, ['dob', 'date of birth', 'birth date'])] },
  { means: 'sex', said: [...list('sex, gender, birth sex, sex at birth, legal sex, m f'), ...each(ofPatient, ['sex', 'gender'])] },
  { means: 'language', said: list('language, primary language, preferred language, pref language, language spoken, spoken language, languages, language preference, lang, speaks') },
  { means: 'medicare number', owner: 'patient', said: list('mbi, medicare, medicare number, medicare no, medicare id, medicare mbi, medicare beneficiary identifier, medicare beneficiary id, medicare hic, medicare claim number, medicare policy, hic, hicn, hi claim, hi claim no, hi claim number, patients hi claim no') },
  { means: 'social security number', said: [...list('ssn, ss, social security number, social security, social security no, soc sec, soc sec no'), ...each(ofPatient, ['ssn'])] },
  { means: 'phone', owner: 'patient', said: [...each(ofPatient, [...phones, 'cell', 'home phone', 'cell phone', 'mobile']), 'home phone', 'home telephone', 'home tel', 'home phone number'] },
  { means: 'phone', said: [...phones, ...each(list('cell, mobile, daytime, day, primary, main, best, contact, preferred'), ['phone', 'number', 'phone number']), ...list('cell, mobile, home cell, home cell phone, telephone home, phone home, phone cell, call back, callback, call back number, direct line, direct phone, direct')] },
  { means: 'nothing', said: list('office, office phone, work phone, work, evening phone, alternate phone, alt phone, phone 2, pager, ext') },
  { means: 'address', owner: 'patient', said: [...each(ofPatient, ['address', 'home address', 'street address', 'street']), ...list('home address, home, residence, residence address, lives at, service address, address where care will be provided, address for services, address for visits, discharging to, discharge to, discharge address')] },
  { means: 'address', said: list('address, addr, street address, street, address line 1, address 1, mailing address, address city state zip') },
  { means: 'unit', said: list('apt, apartment, apt no, apt unit, unit, suite, address line 2, address 2, apt number') },
  { means: 'city', said: ['city', 'town', 'city town'] },
  { means: 'state', said: ['state', 'st'] },
  { means: 'zip', said: ['zip', 'zip code', 'zipcode', 'postal code'] },
  { means: 'county', said: ['county', 'county of residence'] },
  { means: 'address', said: list('city state zip, city state zip code, city st zip, city state, town state zip') },
  ...personal('ordering', ordering),
  { means: 'name', owner: 'ordering', said: ['ordered by', 'orders from', 'ordering'] },
  { means: 'name', owner: 'ordering', doubt: physicianDoubt, said: ['md name', 'dr name'] },
  ...personal('certifying', certifying),
  ...personal('ordering', attending, attendingDoubt),
  ...personal('certifying', primaryCare, primaryCareDoubt),
  ...personal('ordering', physicians.filter((title) => title !== 'md' && title !== 'dr'), physicianDoubt).map((row) => ({ ...row, isVague: true as const })),
  { means: 'npi', said: ['npi', 'npi number', 'npi no', 'national provider identifier'] },
];
