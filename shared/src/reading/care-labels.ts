import { type LabelRow, personal } from './label.ts';
import {
  each,
  emergency,
  facilities,
  list,
  others,
  phones,
  representative,
  source,
  sourcePlaces,
} from './titles.ts';

const rooms = ['room', 'rm'];

/** Labels of the care, the payers and the sender, and those without a field. */
export const careLabels: readonly LabelRow[] = [
  {
    means: 'date',
    owner: 'encounter',
    said: [
      ...each(
        list(`
      face to face, face to face encounter, f2f, ftf, f2f encounter, face to face visit, f2f visit`),
        list('date, completed, done, completed on, on, performed'),
      ),
      ...list(`
      face to face, face to face encounter, face to face visit, f2f, ftf, f2f encounter, date of
      face to face, date of face to face encounter, date of face to face visit, date of f2f, date
      of f2f encounter, encounter date, date of encounter`),
    ],
  },
  {
    means: 'by',
    owner: 'encounter',
    said: [
      ...each(
        list(`
      face to face, face to face encounter, f2f, ftf, f2f encounter, encounter, face to face visit`),
        list(`
      by, with, performed by, completed by, provider, practitioner, physician, clinician,
      conducted by, done by`),
      ),
      'seen by',
    ],
  },
  {
    means: 'primary diagnosis',
    said: [
      ...each(
        list(
          'primary, principal, main, terminal, hospice, home health, referring, discharge, admitting, final',
        ),
        list('diagnosis, diagnoses, dx, icd 10, diagnosis icd 10, diagnosis code, dx code, icd 10 code'),
      ),
      ...list(`
      principal problem, diagnosis, diagnoses, diagnosis icd 10, diagnoses icd 10, diagnosis codes, diagnosis code,
      dx, dx code, dx codes, icd 10, icd10, icd 10 code, icd 10 codes, icd 10 cm, icd code, icd
      codes, dx icd 10, reason for home health`),
    ],
  },
  {
    means: 'other diagnoses',
    said: [
      ...each(
        list('secondary, other, additional, comorbid, co morbid, related, pertinent'),
        list(`
      diagnosis, diagnoses, dx, dxs, icd 10, conditions, diagnosis codes, dx codes, diagnoses icd
      10`),
      ),
      ...list('comorbidities, active problems, problem list'),
      'co morbidities',
      'pmh',
      'past medical history',
    ],
  },
  {
    means: 'homebound',
    said: list(`
      homebound, home bound, homebound status, is patient homebound, patient is homebound, patient
      homebound, is the patient homebound, confined to home, confined to the home`),
  },
  {
    means: 'requested start',
    said: [
      ...each(
        list('requested, anticipated, desired, expected, planned, target, preferred, proposed'),
        list(`
      start, soc, start of care, start date, soc date, start of care date, start of service, start
      of services, start of care soc, admission, admission date`),
      ),
      ...list(`
      soc requested, soc date requested, start requested, start date requested, date services to
      begin, date service needed, begin services on, services to begin, start services, start
      services on, start date, start of care date requested, start of care requested, start of care by, soc by, soc
      needed by, start of care needed by, start by`),
    ],
  },
  {
    means: 'start of care',
    said: list(`
      start of care, start of care date, soc, soc date, start of care soc, admission to home
      health`),
  },
  {
    means: 'discharge',
    said: [
      ...each(['discharge', 'd c', 'dc', 'disch'], list('date, planned, date time, on, expected')),
      ...each(
        list(`
      anticipated, expected, exp, planned, estimated, est, projected, hospital, facility, target`),
        list('discharge, discharge date, d c, d c date, dc date, date of discharge, dc'),
      ),
      ...list(`
      edd, date of discharge, date of d c, date discharged, discharged, discharged on, discharge,
      leaving facility on`),
    ],
  },
  {
    means: 'notice',
    said: list(`
      noa filed, noe filed, noa noe filed, noa date, noe date, notice of admission, notice of
      election, notice of admission filed, notice of election filed`),
  },
  {
    means: 'room',
    said: [...rooms, ...each(rooms, ['number', 'no', 'bed']), ...each(['unit'], rooms), 'bed'],
  },
  ...personal('emergency', emergency),
  ...personal('representative', representative),
  ...personal('source', source),
  { means: 'name', owner: 'source', said: ['from', 'sender', 'sent by', 'your name'] },
  {
    means: 'phone',
    owner: 'source',
    said: [
      'referral phone',
      'referring phone',
      'phone of sender',
      ...each(['your', ...sourcePlaces], phones),
    ],
  },
  {
    means: 'from',
    owner: 'source',
    said: [
      ...sourcePlaces,
      ...each(['your'], list('organization, facility, agency, company, practice')),
      ...list('organization, company, organisation, agency, practice, referral source name'),
      ...each(sourcePlaces.slice(2), ['name']),
    ],
  },
  { means: 'name', owner: 'facility', said: facilities },
  { means: 'phone', owner: 'facility', said: each(['facility', 'hospital'], phones) },
  {
    means: 'name',
    owner: 'payer',
    said: [
      ...list(`
      insurance, ins, payer, payor, carrier, insurer, coverage, health insurance, insurance type`),
      ...each(
        ['primary', 'medical'],
        list(`
      insurance, payer, payor, ins, coverage, carrier, insurance company, insurance name,
      insurance carrier, payer name, payor source, payer source`),
      ),
      ...each(
        ['insurance', 'ins', 'payer', 'payor'],
        list('name, company, carrier, co, 1, company name, primary, source, provider, plan'),
      ),
    ],
  },
  {
    means: 'name',
    owner: 'secondary payer',
    said: [
      ...each(
        list('secondary, other, supplemental, 2nd, second'),
        list(`
      insurance, payer, payor, ins, coverage, carrier, insurance company, insurance name,
      insurance carrier`),
      ),
      ...each(['insurance', 'ins', 'payer', 'payor'], ['2', 'secondary']),
      'secondary',
    ],
  },
  {
    means: 'plan',
    owner: 'payer',
    said: list(`
      plan, plan name, health plan, plan type, product, insurance plan name, plan product`),
  },
  {
    means: 'member number',
    owner: 'payer',
    said: [
      ...each(
        list('member, policy, subscriber, insurance, ins, plan'),
        list('id, number, no, id number, id no'),
      ),
      ...list(`
      policy, policy member, policy id, policy id number, certificate number, policy member id, member policy`),
    ],
  },
  { means: 'member number', said: ['id', 'id number', 'id no', 'identification number'] },
  { means: 'by', said: ['by', 'with', 'performed by', 'conducted by'] },
  {
    means: 'member number',
    owner: 'payer',
    said: list(`
      primary id, primary policy, primary member id, primary insurance id, primary policy number`),
  },
  {
    means: 'member number',
    owner: 'secondary payer',
    said: list(`
      secondary id, secondary policy, secondary member id, secondary insurance id, secondary
      policy number`),
  },
  {
    means: 'member number',
    owner: 'authorization',
    said: [
      ...each(
        list(`
      auth, authorization, prior auth, prior authorization, precert, pre cert, precertification,
      preauthorization, pre authorization, referral auth, pre auth`),
        list('number, no, id, ref, reference, reference number'),
      ),
      ...list(`
      auth, authorization, prior auth, prior authorization, precert, pre auth, preauthorization`),
    ],
  },
  {
    means: 'needed',
    owner: 'authorization',
    said: each(
      list(`
      auth, authorization, prior auth, prior authorization, precert, preauthorization, pre
      authorization, pre auth, is authorization, is prior authorization`),
      ['needed', 'required', 'req', 'reqd'],
    ),
  },
  {
    means: 'from and to',
    owner: 'authorization',
    said: [
      ...each(
        list('auth, authorization, prior auth, approved, authorized, prior authorization'),
        list(`
      dates, period, date range, dates of service, effective dates, span, valid, date span`),
      ),
      'dates authorized',
      'dates approved',
    ],
  },
  {
    means: 'from',
    owner: 'authorization',
    said: each(
      list('auth, authorization, authorized, prior auth, approved, prior authorization'),
      list(`
      from, start, start date, effective, effective date, begin, begins, begin date, valid from,
      from date`),
    ),
  },
  {
    means: 'to',
    owner: 'authorization',
    said: each(
      list('auth, authorization, authorized, prior auth, approved, prior authorization'),
      list(`
      to, end, end date, through, thru, expires, expiration, expiration date, ends, valid to,
      valid through, until, exp, exp date, to date`),
    ),
  },
  {
    means: 'visits',
    owner: 'authorization',
    said: list(`
      visits authorized, authorized visits, visits approved, approved visits, visits, of visits,
      number of visits, no of visits, auth visits, visits auth, of visits authorized, of visits
      approved, number of visits authorized, total visits, authorized no of visits, number of
      visits approved`),
  },
  {
    means: 'summary',
    said: list(`
      reason for referral, clinical summary, reason for services, history of present illness, hpi,
      reason for home care, brief history, clinical history, summary`),
  },
  {
    means: 'services',
    said: list(`
      services, services requested, services ordered, services needed, service requested,
      disciplines, disciplines requested, disciplines ordered, discipline, orders, home health
      services, home health needs, home care needs, care needs, evaluate and treat, please evaluate and treat, eval and treat, care needed`),
  },
  {
    means: 'received',
    said: list(`
      received, date received, received on, referral received, date and time received, date time
      received, referral date, date of referral, referral date time, date and time of referral, date
      referred, referral taken on, intake date`),
  },
  { means: 'time', said: list('time, time received, time of referral, referral time, time of call') },
  ...personal('other', others),
  {
    means: 'nothing',
    owner: 'other',
    said: [
      // The agency itself, on a plan of care of the form CMS-485.
      'providers name address and telephone number',
      ...each(list('subscriber, policy holder, insured, guarantor, spouse, caregiver'), [
        'dob',
        'date of birth',
        'ssn',
        'sex',
      ]),
      'to',
      'cc',
    ],
  },
  {
    means: 'nothing',
    said: list(`
      fax, fax number, fax no, facsimile, email, e mail, mrn, mr, medical record, medical record
      number, medical record no, account, acct, account number, acct no, account no, visit number,
      encounter number, age, race, ethnicity, religion, marital status, marital, height, weight,
      ht, wt, allergies, code status, advance directive, advance directives, dnr, medications,
      diet, group, group number, group no, grp, group id, medicaid, medicaid number, medicaid id,
      medicaid no, date, todays date, date sent, pages, page, no of pages, subject, admit date, admission date, date of admission,
      admit, admitted, date admitted, hospital admit date, relationship, relationship to patient,
      relation to patient, relation, specialty, license, license number, upin, dea, signature,
      signed, date signed, frequency, special instructions, instructions, comments,
      notes, rel, equipment, dme, precautions, isolation, living situation, lives with, directions,
      pets, interpreter, interpreter needed, occupation, status, title, department, dept,
      extension, effective date, expiration date, exp date, copay, description, code, onset, onset
      date, procedure, surgery, surgery date, date of surgery, prognosis, homebound reason, reason
      homebound, reason for homebound, case number, claim number, wound, wounds, last seen, date
      last seen, urgent, date of visit, visit date, completed, completed on, reference number,
      required, needed, effective, begin date, end date, start, end, dates, period`),
  },
];
