import type { LabelRow } from './label.ts';
import { attendingDoubt, each, list, ofPatient, phones, physicianDoubt, primaryCareDoubt } from './titles.ts';

const senders = list(
  'completed by, form completed by, submitted by, contact person, prepared by, referral sent by, caller',
);
const authorized = ['authorized', 'approved'];

/**
 * Labels that are not read word by word: one word, which may be anything without a colon behind it, and words that mean
 * something else together, or that few other labels have.
 */
// oxfmt-ignore
export const labels: readonly LabelRow[] = [
  { means: 'name', owner: 'patient', said: list('patient, patients, pt, pts, client, resident, beneficiary, regarding, re, re patient') },
  { means: 'name', said: ['name', 'contact'] },
  { means: 'last name', said: ['surname', 'last'] },
  { means: 'first name', owner: 'patient', said: each(ofPatient, ['first']) },
  { means: 'first name', said: ['first'] },
  { means: 'birth date', said: list('dob, birthdate, birthday, born') },
  { means: 'sex', said: list('sex, gender, birth sex, sex at birth, m f') },
  { means: 'language', said: list('language, pref language, languages, language preference, lang, speaks') },
  { means: 'medicare number', owner: 'patient', said: list('mbi, medicare, medicare mbi, medicare beneficiary identifier, medicare beneficiary id, medicare hic, medicare claim number, medicare policy, hic, hicn, hi claim') },
  { means: 'social security number', said: ['ssn', 'ss'] },
  { means: 'phone', owner: 'patient', said: list('home phone, home telephone, home tel, home phone number') },
  { means: 'phone', said: [...each(list('daytime, best'), ['phone', 'number', 'phone number']), ...list('phone, telephone, tel, ph, cell, mobile, day number, primary number, main number, preferred number, home cell, home cell phone, telephone home, phone home, call back, callback, call back number, direct line, direct phone, direct')] },
  { means: 'address', owner: 'patient', said: list('home address, home, residence, residence address, lives at, service address, address where care will be provided, address for services, address for visits, discharging to, discharge to, discharge address') },
  { means: 'address', said: list('address, addr, street, address line 1, address 1, city st zip, city state') },
  { means: 'unit', said: list('apt, apartment, unit, suite, address line 2, address 2') },
  { means: 'city', said: ['city', 'town'] },
  { means: 'state', said: ['state', 'st'] },
  { means: 'zip', said: ['zip', 'zipcode', 'postal code'] },
  { means: 'county', said: ['county'] },
  { means: 'npi', said: ['npi'] },
  { means: 'name', owner: 'ordering', said: ['ordered by', 'orders from', 'ordering'] },
  { means: 'name', owner: 'ordering', doubt: attendingDoubt, said: ['attending'] },
  { means: 'name', owner: 'certifying', doubt: primaryCareDoubt, said: ['pcp'] },
  { means: 'name', owner: 'ordering', doubt: physicianDoubt, isVague: true, said: list('physician, provider, doctor, practitioner, clinician, prescriber') },
  // In field 24 of the form CMS-485 it is the one who certifies.
  { means: 'name', owner: 'certifying', said: ['physicians name and address'] },
  { means: 'date', owner: 'encounter', said: ['f2f', 'ftf'] },
  { means: 'by', owner: 'encounter', said: ['seen by', ...each(list('face to face, face to face encounter, f2f, ftf, encounter'), ['done by'])] },
  { means: 'primary diagnosis', said: [...each(['hospice', 'final'], list('diagnosis, diagnoses, dx, icd 10, diagnosis code, dx code')), ...list('diagnosis, diagnoses, dx, icd10, principal problem, reason for home health')] },
  { means: 'other diagnoses', said: list('comorbidities, co morbidities, active problems, problem list, pmh, past medical history') },
  { means: 'homebound', said: ['homebound', 'homebound status'] },
  { means: 'requested start', said: [...each(list('requested, anticipated, desired, expected, planned, target, preferred, proposed'), ['admission', 'admission date']), ...list('date services to begin, date service needed, begin services on, services to begin, start services, start services on, start date, start of care by, soc by, soc needed by, start of care needed by, start by')] },
  { means: 'start of care', said: list('start of care, soc, start of care soc, admission to home health') },
  { means: 'discharge', said: [...each(['hospital', 'facility'], ['discharge', 'd c', 'dc']), ...list('exp date of discharge, edd, discharged, discharge, leaving facility on')] },
  { means: 'notice', said: list('noa filed, noe filed, noa noe filed, noa date, noe date, notice of admission, notice of election, notice of admission filed, notice of election filed') },
  { means: 'room', said: list('room, rm, unit room, unit rm, bed') },
  { means: 'name', owner: 'emergency', said: list('nok, alternate contact relationship phone, alt contact relationship ph, emergency contact relationship phone') },
  { means: 'name', owner: 'representative', said: list('representative, proxy, poa, hcpoa, dpoa, guardian, surrogate, conservator') },
  { means: 'name', owner: 'source', said: [...senders, ...each(senders, ['name']), ...list('referred by, referral from, referrer, case manager, discharge planner, social worker, care coordinator, office contact, caller title, from, sender, sent by, your name')] },
  { means: 'phone', owner: 'source', said: each([...senders, 'your'], phones) },
  { means: 'from', owner: 'source', said: [...each(['your'], list('organization, facility, agency, company, practice')), ...list('organization, company, organisation, agency, practice')] },
  { means: 'name', owner: 'facility', said: list('facility, hospital, present location, inpatient facility, discharging from, admitted to, admitting facility') },
  { means: 'name', owner: 'payer', said: [...each(list('medical'), list('payer, payor, ins, carrier, payer name, payer source, payor source')), ...each(['insurance', 'ins', 'payer', 'payor'], ['co', '1']), ...list('insurance, ins, payer, payor, carrier, insurer, coverage, insurance type')] },
  { means: 'name', owner: 'secondary payer', said: ['secondary'] },
  { means: 'plan', owner: 'payer', said: list('plan, health plan, plan type, product, plan product') },
  { means: 'member number', owner: 'payer', said: list('policy, policy member, member policy, certificate number, primary id, primary policy') },
  { means: 'member number', owner: 'secondary payer', said: ['secondary id', 'secondary policy'] },
  { means: 'member number', owner: 'authorization', said: list('auth, authorization, precert, preauthorization') },
  { means: 'member number', said: list('id, id number, id no, identification number') },
  { means: 'by', said: list('by, with, performed by, conducted by') },
  { means: 'needed', owner: 'authorization', said: each(list('auth, authorization, prior auth, prior authorization'), ['req']) },
  { means: 'from and to', owner: 'authorization', said: [...each([...authorized, 'auth', 'authorization', 'prior auth'], list('effective dates, span, valid')), ...each(authorized, list('dates, period, date range, dates of service, date span')), 'dates authorized', 'dates approved'] },
  { means: 'from', owner: 'authorization', said: each(authorized, list('from, start, start date, effective, effective date, begin, begins, begin date, valid from, from date')) },
  { means: 'to', owner: 'authorization', said: each(authorized, list('to, end, end date, through, thru, expires, expiration, expiration date, ends, valid to, valid through, until, exp, exp date, to date')) },
  { means: 'visits', owner: 'authorization', said: list('visits, of visits, visits authorized, authorized visits, of visits authorized, of visits approved, number of visits authorized, authorized no of visits') },
  { means: 'summary', said: list('hpi, brief history, clinical history, summary') },
  { means: 'services', said: list('services, service requested, disciplines, discipline, orders, home health needs, home care needs, care needs, evaluate and treat, please evaluate and treat, eval and treat, care needed') },
  { means: 'received', said: ['received', 'referral taken on'] },
  { means: 'time', said: list('time, time received, time of referral, referral time, time of call') },
  { means: 'name', owner: 'other', said: list('pharmacy, subscriber, policy holder, policyholder, insured, guarantor, spouse, employer, caregiver, attn, attention, daughter, son, dme, nurse, fax to, send to') },
  { means: 'phone', owner: 'other', said: each(list('daughter, son, attn, attention, dme'), phones) },
  // The agency itself, on a plan of care of the form CMS-485.
  { means: 'nothing', owner: 'other', said: ['providers name address and telephone number'] },
  { means: 'nothing', owner: 'other', said: ['to', 'cc'] },
  { means: 'nothing', said: list('middle initial, mi, middle, suffix, office, work phone, work, evening phone, phone 2, pager, ext, fax, facsimile, email, mrn, mr, account, acct, visit number, encounter number, age, race, ethnicity, religion, marital, height, weight, ht, wt, allergies, code status, advance directive, advance directives, dnr, medications, diet, group, grp, medicaid, medicaid number, medicaid id, medicaid no, date, todays date, date sent, pages, page, no of pages, subject, admit, admitted, date admitted, relationship, relation, specialty, license, upin, dea, signature, signed, frequency, special instructions, instructions, comments, notes, rel, equipment, precautions, isolation, living situation, lives with, directions, pets, interpreter, occupation, status, title, department, dept, extension, effective date, expiration date, exp date, copay, description, code, onset, procedure, surgery, surgery date, date of surgery, prognosis, homebound reason, reason homebound, reason for homebound, case number, claim number, wound, wounds, last seen, date last seen, urgent, date of visit, visit date, completed, reference number, required, needed, effective, begin date, end date, start, end, dates, period') },
];
