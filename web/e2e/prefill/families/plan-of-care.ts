import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { saysDiagnoses } from '../care-rows.ts';
import { dateIn, escaped, optionsIn, type Paper } from '../paper.ts';
import { refusedOf } from '../people.ts';
import { choice, cityLine, doctorName, nameIn, saysHome, saysName, streetLine } from '../person-rows.ts';

/** Boxes numbered as on form CMS-485, whose own words differ little between the systems that print it. */
export function planOfCare(paper: Paper): string {
  const { facts, draw, use, has, style, words } = paper;
  const day = (date: string) => dateIn(style, date);
  const orders = facts.services.map(({ short }) => `${short} ${draw.between(1, 3)}w${draw.between(2, 8)}`);
  use(saysName(facts));
  use(saysHome(facts.home));
  use({
    says: {
      ...saysDiagnoses(facts),
      'Patient.Mbi': facts.mbi,
      'Patient.DateOfBirth': facts.born,
      'Clinical.Sex': facts.sex,
      Services: facts.services.map(({ name }) => name).join(', '),
      'Clinical.CertifyingPractitioner': doctorName(facts.certifying),
    },
    accepts: {
      'Clinical.OrderingPractitioner': [doctorName(facts.certifying)],
      'Clinical.StartOfCare': [facts.requested],
      'Clinical.RequestedStart': [facts.requested],
      'Clinical.Homebound': ['Yes'],
      'Source.Organization': [sendingAgency.name],
      'Source.Phone': [sendingAgency.phone],
      'Payers.0.MemberId': [facts.mbi],
    },
  });
  const sex = optionsIn(style, choice(['M', 'F'], facts.sex.charAt(0)));
  const others = facts.others.map(({ code, text }) => `${code} ${text}`);
  if (has('history')) others.push(`h/o ${facts.past.text}`);
  const cells = [
    box(
      '1',
      draw.pick(['Patient’s HI Claim No.', 'Patient’s Medicare No.', words.mbi]),
      facts.mbi.replaceAll('-', ''),
      3,
    ),
    box('2', 'Start Of Care Date', day(facts.requested), 2),
    box(
      '3',
      'Certification Period',
      `From: ${day(facts.requested)} To: ${day(addDays(facts.requested, 59))}`,
      4,
    ),
    box('4', 'Medical Record No.', facts.mrn, 2),
    box('5', 'Provider No.', '227001', 1),
    box(
      '6',
      'Patient’s Name and Address',
      `${escaped(nameIn(paper, facts.patient))}<br>${escaped(streetLine(facts.home))}<br>${cityLine(facts.home)}`,
      6,
    ),
    box(
      '7',
      'Provider’s Name, Address and Telephone Number',
      `${sendingAgency.name}<br>${sendingAgency.street}, ${cityLine(sendingAgency)}<br>${sendingAgency.phone}`,
      6,
    ),
    box('8', 'Date of Birth', day(facts.born), 3),
    box('9', 'Sex', sex, 3),
    box(
      '10',
      'Medications: Dose/Frequency/Route (N)ew (C)hanged',
      'Furosemide 40 mg PO daily (C); insulin glargine 12 units SQ at bedtime (N)',
      6,
    ),
    box(
      '11',
      'ICD-10-CM Principal Diagnosis',
      `${facts.primary.code} ${escaped(facts.primary.text)} ${day(facts.admitted)}`,
      6,
    ),
    box('12', 'ICD-10-CM Surgical Procedure', 'N/A', 6),
    box('13', 'ICD-10-CM Other Pertinent Diagnoses', others.map(escaped).join('<br>'), 8),
    box('14', 'DME and Supplies', 'Walker', 4),
    box('15', 'Safety Measures', 'Fall precautions', 4),
    box('16', 'Nutritional Req.', '2 g sodium', 4),
    box('17', 'Allergies', draw.pick(['NKDA', 'Penicillin']), 4),
    box(
      '18.A',
      'Functional Limitations',
      optionsIn(style, choice(['Amputation', 'Hearing', 'Endurance', 'Ambulation'], 'Endurance')),
      6,
    ),
    box(
      '18.B',
      'Activities Permitted',
      optionsIn(style, choice(['Up As Tolerated', 'Walker', 'Cane'], 'Walker')),
      6,
    ),
    box(
      '19',
      'Mental Status',
      optionsIn(style, choice(['Oriented', 'Forgetful', 'Agitated'], 'Oriented')),
      6,
    ),
    box('20', 'Prognosis', optionsIn(style, choice(['Guarded', 'Fair', 'Good'], 'Fair')), 6),
    box(
      '21',
      'Orders for Discipline and Treatments (Specify Amount/Frequency/Duration)',
      `${orders.join('; ')}${has('refused services') ? `. ${refusedOf(facts)?.short ?? 'HHA'} declined` : ''}`,
    ),
    box(
      '22',
      'Goals/Rehabilitation Potential/Discharge Plans',
      'Patient will verbalize signs of worsening by week 4. Rehabilitation potential fair.',
    ),
    box(
      '23',
      'Nurse’s Signature and Date of Verbal SOC Where Applicable',
      `${facts.sender.name}, RN ${day(facts.printed)}`,
      7,
    ),
    box('25', 'Date HHA Received Signed POT', '', 5),
    box(
      '24',
      'Physician’s Name and Address',
      `${doctorName(facts.certifying)}<br>12 Clinic Way, ${cityLine(facts.facility)}<br>${facts.certifying.phone}`,
      6,
    ),
    box(
      '26',
      '',
      'I certify/recertify that this patient is confined to his/her home and needs intermittent skilled nursing care, physical therapy and/or speech therapy. The patient is under my care, and I have authorized the services on this plan of care.',
      6,
    ),
    box('27', 'Attending Physician’s Signature and Date Signed', '', 6),
    box(
      '28',
      '',
      'Anyone who misrepresents, falsifies, or conceals essential information may be subject to fine, imprisonment, or civil penalty.',
      6,
    ),
  ];
  return `<div class="small">Department of Health and Human Services<br>Centers for Medicare &amp; Medicaid Services</div><h1 style="text-align:center">HOME HEALTH CERTIFICATION AND PLAN OF CARE</h1><div style="display:grid;grid-template-columns:repeat(12,1fr)">${cells.join('')}</div>`;
}

const sendingAgency = {
  name: 'Tidewater Visiting Nurses',
  street: '61 Agency Row',
  city: 'Norwood',
  state: 'MA',
  zip: '02062',
  phone: '(413) 555-0177',
};

const box = (number: string, label: string, body: string, span = 12) =>
  `<div class="cell" style="grid-column:span ${span}"><div class="corner">${number}. ${label}</div><div>${body}&nbsp;</div></div>`;
