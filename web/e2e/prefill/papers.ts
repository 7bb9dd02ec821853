import { written } from './drawn-patients.ts';
import { bold, codesOf, home, identity, mark, small, upper, withUnit, type Layout } from './layout.ts';

/** A hospital's face sheet: capitals, three columns, other people's data between. */
export const faceSheet: Layout = (f, { put, says }) => {
  const eight = { size: 8 };
  const [a, b, c] = [40, 230, 420];
  put(a, 40, upper(f.organization), { size: 12, isBold: true });
  put(c, 40, 'FACE SHEET', { size: 12, isBold: true });
  let y = 66;
  const row = (...texts: string[]) => {
    for (const [index, text] of texts.entries()) if (text !== '') put([a, b, c][index] ?? a, y, text, eight);
    y += 14;
  };
  const title = (text: string) => {
    y += 5;
    put(a, y, text, { size: 9, isBold: true });
    y += 15;
  };
  row('MRN: 00482213', 'ACCT #: 77120045', `ADMIT DATE: ${written.us(f.admitted)}`);
  title('PATIENT');
  row(
    `NAME: ${upper(`${f.last}, ${f.first} ${f.middle}`.trim())}`,
    `DOB: ${written.us(f.born)}`,
    `SEX: ${f.sex.charAt(0)}`,
  );
  row(`ADDRESS: ${upper(f.street)}`, `APT: ${f.unit}`, `SSN: ${f.ssn}`);
  row(`CITY: ${upper(f.city)}`, `STATE: ${f.state}   ZIP: ${f.zip}`, `HOME PHONE: ${f.phone}`);
  row(`LANGUAGE: ${upper(f.language)}`, 'RACE: WHITE', 'RELIGION: NONE');
  row(`ROOM/BED: ${f.room}`, `ATTENDING: ${upper(f.certifying)}`, `EXPECTED D/C: ${written.us(f.discharge)}`);
  title('GUARANTOR');
  row('NAME: SELF', 'PHONE: (203) 555-0181', 'EMPLOYER: RETIRED');
  title('EMERGENCY CONTACT');
  row(`NAME: ${upper(f.emergency)}`, 'RELATION: DAUGHTER', `PHONE: ${f.emergencyPhone}`);
  title('INSURANCE');
  row(`PRIMARY INSURANCE: ${upper(f.payer)}`, `POLICY #: ${f.member}`, 'GROUP #: 1200');
  row(`SECONDARY INSURANCE: ${upper(f.secondary)}`, `POLICY #: ${f.secondaryMember}`, 'SUBSCRIBER: SELF');
  row(`MBI: ${f.mbi}`, '', '');
  title('DIAGNOSES');
  row(`PRIMARY DIAGNOSIS: ${f.primary}`, `SECONDARY DIAGNOSES: ${f.others.join(', ')}`);
  says({
    ...identity(f),
    ...home(f),
    ...codesOf(f),
    'Source.Organization': f.organization,
    'Clinical.Sex': f.sex,
    'Patient.Ssn': f.ssn,
    'Patient.Phone': f.phone,
    'Clinical.Language': f.language,
    'Clinical.Room': f.room,
    'Clinical.DischargeDate': written.us(f.discharge),
    'Clinical.EmergencyContact': upper(f.emergency),
    'Clinical.EmergencyPhone': f.emergencyPhone,
    'Payers.0.Name': f.payer,
    'Payers.0.MemberId': f.member,
    'Payers.1.Name': upper(f.secondary),
    'Payers.1.MemberId': f.secondaryMember,
    'Patient.Mbi': f.mbi,
  });
};

/** A physician's order with boxes to mark and a list of codes. */
export const physicianOrder: Layout = (f, { put, says }) => {
  put(150, 44, 'PHYSICIAN ORDER FOR HOME HEALTH SERVICES', { size: 12, isBold: true });
  const [x, second] = [50, 330];
  put(x, 76, `Patient's Name: ${f.first} ${f.last}`);
  put(second, 76, `Date of Birth (mm/dd/yyyy): ${written.us(f.born)}`);
  put(x, 94, `Sex: ${mark(f.sex === 'Male')} Male ${mark(f.sex === 'Female')} Female`);
  put(second, 94, `Medicare No.: ${f.mbi}`);
  put(x, 112, `Address where care will be provided: ${withUnit(f)}`);
  put(x, 130, `${f.city}, ${f.state} ${f.zip}`);
  put(second, 130, `Patient phone: ${f.phone}`);
  put(x, 160, 'DIAGNOSES (ICD-10)', bold);
  for (const [index, code] of [f.primary, ...f.others].entries())
    put(x + 8, 178 + index * 15, `${index + 1}. ${code}`);
  put(x, 280, 'SERVICES', bold);
  put(x, 296, '[X] Skilled nursing  [X] Physical therapy  [ ] Home health aide');
  put(x, 326, `Start of care date requested: ${written.us(f.requested)}`);
  put(
    x,
    344,
    `Is the patient homebound? ${mark(f.homebound === 'Yes')} Yes ${mark(f.homebound === 'No')} No`,
  );
  put(x, 374, 'FACE-TO-FACE ENCOUNTER', bold);
  put(x, 392, `Date of encounter: ${written.us(f.encounter)}`);
  put(second, 392, `Performed by: ${f.ordering}, MD`);
  put(x, 426, `Ordering Practitioner: ${f.ordering}, MD`);
  put(second, 426, `NPI #: ${f.orderingNpi}`);
  put(x, 444, `Office phone: ${f.physicianPhone}`);
  put(second, 444, `Fax: ${f.fax}`);
  put(x, 470, `Certifying Practitioner: ${f.certifying}, DO`);
  put(second, 470, `NPI #: ${f.certifyingNpi}`);
  put(x, 510, 'Signature: ______________________');
  put(second, 510, `Date: ${written.us(f.encounter)}`);
  says({
    ...identity(f),
    ...home(f),
    ...codesOf(f),
    'Clinical.Sex': f.sex,
    'Patient.Mbi': f.mbi,
    'Patient.Phone': f.phone,
    Services: 'Skilled nursing, Physical therapy',
    'Clinical.RequestedStart': written.us(f.requested),
    'Clinical.Homebound': f.homebound,
    'Clinical.FaceToFaceDate': written.us(f.encounter),
    'Clinical.FaceToFaceBy': `${f.ordering}, MD`,
    'Clinical.OrderingPractitioner': `${f.ordering}, MD`,
    'Clinical.OrderingNpi': f.orderingNpi,
    'Clinical.CertifyingPractitioner': `${f.certifying}, DO`,
    'Clinical.CertifyingNpi': f.certifyingNpi,
  });
};

/** A plan's letter of authorization. */
export const authorization: Layout = (f, { put, says }) => {
  put(60, 50, 'EXAMPLE ADVANTAGE', { size: 14, isBold: true });
  put(60, 68, 'Member services: 1-800-555-0142', small);
  put(60, 100, 'Authorization Information', bold);
  const rows = [
    ['Auth #', f.authorization, 'Auth Required', 'Yes'],
    ['Authorized From', written.us(f.authorizedFrom), 'Authorized To', written.us(f.authorizedTo)],
    ['Visits Approved', f.visits, 'Status', 'Approved'],
  ];
  const place = ([a = '', b = '', c = '', d = '']: readonly string[], y: number) => {
    put(60, y, a, { isBold: true, size: 9 });
    put(170, y, b, { size: 9 });
    if (c !== '') put(320, y, c, { isBold: true, size: 9 });
    if (d !== '') put(430, y, d, { size: 9 });
  };
  for (const [index, row] of rows.entries()) place(row, 118 + index * 16);
  put(60, 180, 'Member Information', bold);
  const member = [
    ['Member Name', `${f.last}, ${f.first}`, 'Member DOB', written.us(f.born)],
    ['Member ID', f.member, 'Plan', f.plan],
    ['Member Address', withUnit(f), 'Member Phone', f.phone],
    ['City, State, ZIP', `${f.city}, ${f.state} ${f.zip}`, 'Member Sex', f.sex.charAt(0)],
  ];
  for (const [index, row] of member.entries()) place(row, 198 + index * 16);
  put(60, 276, 'Requesting Provider Information', bold);
  const provider = [
    ['Provider', f.ordering, 'Provider NPI', f.orderingNpi],
    ['Provider Phone', f.physicianPhone, 'Provider Fax', f.fax],
    ['Discharging Facility', f.organization, '', ''],
    ['Diagnosis Codes', [f.primary, ...f.others].join(', '), '', ''],
  ];
  for (const [index, row] of provider.entries()) place(row, 294 + index * 16);
  says({
    ...identity(f),
    ...home(f),
    ...codesOf(f),
    'Clinical.AuthorizationNumber': f.authorization,
    'Clinical.AuthorizationNeeded': 'Yes',
    'Clinical.AuthorizedFrom': written.us(f.authorizedFrom),
    'Clinical.AuthorizedTo': written.us(f.authorizedTo),
    'Clinical.AuthorizedVisits': f.visits,
    'Payers.0.MemberId': f.member,
    'Payers.0.Plan': f.plan,
    'Patient.Phone': f.phone,
    'Clinical.Sex': f.sex,
    'Clinical.OrderingPractitioner': f.ordering,
    'Clinical.OrderingNpi': f.orderingNpi,
    'Clinical.Facility': f.organization,
  });
};

/** A facility's transfer form of two pages, with parts side by side. */
export const transferForm: Layout = (f, { put, says, turn }) => {
  const [left, right] = [45, 325];
  put(left, 40, 'Interfacility Transfer / Home Care Referral', { size: 13, isBold: true });
  put(left, 70, 'RESIDENT', bold);
  put(right, 70, 'SENDING FACILITY', bold);
  const side = (x: number, rows: readonly string[], y: number) => {
    for (const [index, row] of rows.entries()) put(x, y + index * 16, row);
  };
  side(
    left,
    [
      `Resident Name: ${f.first} ${f.last}`,
      `DOB / Sex: ${written.us(f.born)} / ${f.sex.charAt(0)}`,
      `Home Address: ${withUnit(f)}`,
      `${f.city}, ${f.state} ${f.zip}`,
      `Phone: ${f.phone}`,
      `Medicare #/MBI: ${f.mbi}`,
    ],
    88,
  );
  side(
    right,
    [
      `Name: ${f.organization}`,
      `Phone: ${f.sourcePhone}`,
      `Contact: ${f.contact}`,
      'Address: 1 Hospital Plaza, Hartford, CT 06106',
      `Room No.: ${f.room}`,
      `Discharge Date: ${written.us(f.discharge)}`,
    ],
    88,
  );
  put(left, 210, 'HEALTH CARE PROXY', bold);
  put(right, 210, 'PRIMARY CARE PHYSICIAN', bold);
  side(left, [`Name: ${f.representative}`, `Phone: ${f.representativePhone}`], 228);
  side(right, ['Name: Dr. Famly Docdemo', `Phone: ${f.physicianPhone}`], 228);
  put(left, 740, 'Page 1 of 2', small);
  turn();
  put(left, 36, `${f.last}, ${f.first}`, small);
  put(right, 36, `DOB: ${written.us(f.born)}`, small);
  put(left, 70, 'MEDICAL', bold);
  side(
    left,
    [
      `Primary diagnosis: ${f.primary}`,
      `Other diagnoses: ${f.others.join(', ')}`,
      `Language spoken: ${f.language}`,
    ],
    88,
  );
  put(left, 160, 'INSURANCE', bold);
  side(left, [`Payer: ${f.payer}`, `ID #: ${f.member}`], 178);
  put(left, 236, 'ORDERING PROVIDER', bold);
  side(left, [`Name: ${f.ordering}, NP`, `NPI: ${f.orderingNpi}`, `Phone: ${f.physicianPhone}`], 254);
  says({
    ...identity(f),
    ...home(f),
    ...codesOf(f),
    'Clinical.Sex': f.sex,
    'Patient.Phone': f.phone,
    'Patient.Mbi': f.mbi,
    'Source.Organization': f.organization,
    'Source.Phone': f.sourcePhone,
    'Source.ContactName': f.contact,
    'Clinical.Room': f.room,
    'Clinical.DischargeDate': written.us(f.discharge),
    'Clinical.Representative': f.representative,
    'Clinical.RepresentativePhone': f.representativePhone,
    'Clinical.Language': f.language,
    'Payers.0.Name': f.payer,
    'Payers.0.MemberId': f.member,
    'Clinical.OrderingPractitioner': `${f.ordering}, NP`,
    'Clinical.OrderingNpi': f.orderingNpi,
  });
};
