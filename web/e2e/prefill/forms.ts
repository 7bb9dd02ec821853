import { written } from './drawn-patients.ts';
import { bold, codesOf, home, identity, small, withUnit, type Layout } from './layout.ts';

/** Headings, two columns, a colon behind each label. */
export const twoColumns: Layout = (f, { put, says }) => {
  const [left, leftValue, right, rightValue] = [48, 150, 320, 430];
  put(200, 40, 'HOME HEALTH REFERRAL FORM', { size: 14, isBold: true });
  let y = 74;
  const row = (...cells: [string, string, string?, string?]) => {
    const [a, b, c = '', d = ''] = cells;
    put(left, y, a);
    put(leftValue, y, b);
    if (c !== '') put(right, y, c);
    if (d !== '') put(rightValue, y, d);
    y += 17;
  };
  const title = (text: string) => {
    y += 8;
    put(left, y, text, bold);
    y += 18;
  };
  title('PATIENT INFORMATION');
  row('Pt Name:', `${f.last}, ${f.first} ${f.middle}`.trim(), 'D.O.B.:', written.us(f.born));
  row('Address:', withUnit(f), 'Gender:', f.sex);
  row('City/State/Zip:', `${f.city}, ${f.state} ${f.zip}`, 'SS#:', f.ssn);
  row('Phone:', f.phone, 'Language:', f.language);
  row('Emergency Contact:', f.emergency, 'Phone:', f.emergencyPhone);
  title('INSURANCE INFORMATION');
  row('Medicare #:', f.mbi, 'Medicaid #:', 'N/A');
  row('Other Insurance:', f.secondary, 'Policy #:', f.secondaryMember);
  title('PHYSICIAN INFORMATION');
  row('Ordering MD:', `Dr. ${f.ordering}`, 'NPI:', f.orderingNpi);
  row('Phone:', f.physicianPhone, 'Fax:', f.fax);
  title('CLINICAL INFORMATION');
  row('Primary Dx:', f.primary, 'Secondary Dx:', f.others.join(', '));
  row('Homebound:', f.homebound, 'SOC Requested:', written.us(f.requested));
  row('D/C Date:', written.us(f.discharge), 'Facility:', f.organization);
  says({
    ...identity(f),
    ...home(f),
    ...codesOf(f),
    'Clinical.Sex': f.sex,
    'Patient.Ssn': f.ssn,
    'Patient.Phone': f.phone,
    'Patient.Mbi': f.mbi,
    'Clinical.Language': f.language,
    'Clinical.EmergencyContact': f.emergency,
    'Clinical.EmergencyPhone': f.emergencyPhone,
    'Payers.1.Name': f.secondary,
    'Payers.1.MemberId': f.secondaryMember,
    'Clinical.OrderingPractitioner': `Dr. ${f.ordering}`,
    'Clinical.OrderingNpi': f.orderingNpi,
    'Clinical.Homebound': f.homebound,
    'Clinical.RequestedStart': written.us(f.requested),
    'Clinical.DischargeDate': written.us(f.discharge),
    'Clinical.Facility': f.organization,
  });
};

/** Small labels above their values, three to a row, and no colons. */
export const labelsAbove: Layout = (f, { put, says }) => {
  let y = 60;
  put(48, 36, 'Referral to Home Care', { size: 15 });
  const row = (...cells: [number, string, string][]) => {
    for (const [x, label, value] of cells) {
      put(x, y, label, small);
      put(x, y + 12, value);
    }
    y += 34;
  };
  const title = (text: string) => {
    put(48, y, text, { size: 11, isBold: true });
    y += 20;
  };
  title('Patient Demographics');
  row(
    [48, 'Last name', f.last],
    [220, 'First name', f.first],
    [390, 'Date of birth', written.dashed(f.born)],
  );
  row(
    [48, 'Sex at birth', f.sex],
    [220, 'Marital status', 'Widowed'],
    [390, 'Preferred language', f.language],
  );
  row([48, 'Street address', f.street], [300, 'Apt', f.unit], [390, 'County', f.county]);
  row([48, 'City', f.city], [220, 'State', f.state], [390, 'ZIP code', f.zip]);
  row([48, 'Home phone', f.phone], [220, 'Email', ''], [390, 'Social Security number', f.ssn]);
  title('Coverage');
  row([48, 'Primary insurance', f.payer], [220, 'Plan name', f.plan], [390, 'Member ID', f.member]);
  row(
    [48, 'Medicare number (MBI)', f.mbi],
    [220, 'Group number', ''],
    [390, 'Prior authorization number', f.authorization],
  );
  title('Emergency Contact');
  row([48, 'Name', f.emergency], [220, 'Relationship', 'Daughter'], [390, 'Phone', f.emergencyPhone]);
  title('Referring Provider');
  row([48, 'Provider name', f.ordering], [220, 'NPI', f.orderingNpi], [390, 'Phone', f.physicianPhone]);
  title('Clinical');
  row([48, 'Primary diagnosis (ICD-10)', f.primary], [220, 'Other diagnoses', f.others.join(', ')]);
  row(
    [48, 'Homebound', f.homebound],
    [220, 'Face-to-face date', written.us(f.encounter)],
    [390, 'Requested start of care', written.us(f.requested)],
  );
  says({
    ...identity(f),
    ...home(f),
    ...codesOf(f),
    'Address.County': f.county,
    'Clinical.Sex': f.sex,
    'Clinical.Language': f.language,
    'Patient.Phone': f.phone,
    'Patient.Ssn': f.ssn,
    'Payers.0.Name': f.payer,
    'Payers.0.Plan': f.plan,
    'Payers.0.MemberId': f.member,
    'Patient.Mbi': f.mbi,
    'Clinical.AuthorizationNumber': f.authorization,
    'Clinical.EmergencyContact': f.emergency,
    'Clinical.EmergencyPhone': f.emergencyPhone,
    'Clinical.OrderingPractitioner': f.ordering,
    'Clinical.OrderingNpi': f.orderingNpi,
    'Clinical.Homebound': f.homebound,
    'Clinical.FaceToFaceDate': written.us(f.encounter),
    'Clinical.RequestedStart': written.us(f.requested),
  });
};

/** A table of two columns: what, and its value. */
export const tableRows: Layout = (f, { put, says }) => {
  let y = 50;
  put(60, 34, 'Post-Acute Referral Summary', bold);
  const row = (label: string, value: string) => {
    put(60, y, label, { isBold: true, size: 9 });
    put(230, y, value, { size: 9 });
    y += 15;
  };
  const title = (text: string) => {
    y += 6;
    put(60, y, text, { size: 11, isBold: true });
    y += 18;
  };
  title('Referral source');
  row('Organization', f.organization);
  row('Contact name', f.contact);
  row('Contact phone', f.sourcePhone);
  title('Client details');
  row('Full name', `${f.first} ${f.middle} ${f.last}`.replace('  ', ' '));
  row('Birth date', written.long(f.born));
  row('Gender', f.sex);
  row('Home address', `${withUnit(f)}, ${f.city}, ${f.state} ${f.zip}`);
  row('Telephone', f.phone);
  row('Speaks', f.language);
  row('Next of kin', f.emergency);
  row('Next of kin phone', f.emergencyPhone);
  title('Payer details');
  row('Payer', f.payer);
  row('Policy number', f.member);
  row('Medicare ID', f.mbi);
  title('Hospital stay');
  row('Room', f.room);
  row('Admitted', written.us(f.admitted));
  row('Expected discharge', written.us(f.discharge));
  title('Physicians');
  row('Attending physician', `${f.certifying}, MD`);
  row('Ordering physician', `${f.ordering}, MD`);
  row('Ordering physician NPI', f.orderingNpi);
  row('Physician phone', f.physicianPhone);
  title('Medical');
  row('Principal diagnosis', `${f.primary} (see summary)`);
  row('Comorbidities', f.others.join('; '));
  says({
    ...identity(f),
    ...home(f),
    ...codesOf(f),
    'Source.Organization': f.organization,
    'Source.ContactName': f.contact,
    'Source.Phone': f.sourcePhone,
    'Clinical.Sex': f.sex,
    'Patient.Phone': f.phone,
    'Clinical.Language': f.language,
    'Clinical.EmergencyContact': f.emergency,
    'Clinical.EmergencyPhone': f.emergencyPhone,
    'Payers.0.Name': f.payer,
    'Payers.0.MemberId': f.member,
    'Patient.Mbi': f.mbi,
    'Clinical.Room': f.room,
    'Clinical.DischargeDate': written.us(f.discharge),
    'Clinical.OrderingPractitioner': `${f.ordering}, MD`,
    'Clinical.OrderingNpi': f.orderingNpi,
  });
};

/** A cover sheet and a letter, several facts in a line. */
export const faxLetter: Layout = (f, { put, says }) => {
  put(72, 50, 'FAX', { size: 22, isBold: true });
  const lines = [
    'To: Harbor Home Care Intake',
    'Fax: (203) 555-0190',
    `From: ${f.contact}, ${f.organization}`,
    `Phone: ${f.sourcePhone}   Fax: ${f.fax}`,
    'Pages: 1 including cover',
    '',
    `RE: ${f.first} ${f.last}  DOB: ${written.short(f.born)}`,
    '',
    'Dear Intake,',
    'Please accept the patient named above for skilled nursing and therapy after this stay.',
    `Home: ${f.street}${f.unit === '' ? '' : ` #${f.unit}`}, ${f.city} ${f.state} ${f.zip}`,
    `Cell: ${f.phone}`,
    `Medicare: ${f.mbi.replaceAll('-', '')}`,
    `Dx: ${[f.primary, ...f.others].join(', ')}`,
    `Ordering physician: Dr. ${f.ordering}  NPI: ${f.orderingNpi}`,
    `Physician to follow: Dr. ${f.certifying}  Tel: ${f.physicianPhone}`,
    `Anticipated D/C: ${written.short(f.discharge)}  Rm: ${f.room}`,
    `Emergency contact: ${f.emergency} (son) ${f.emergencyPhone}`,
    'Please call us with any question about the patient.',
  ];
  for (const [index, line] of lines.entries()) if (line !== '') put(72, 90 + index * 18, line, { size: 11 });
  says({
    ...identity(f),
    ...home(f),
    ...codesOf(f),
    'Source.Organization': f.organization,
    'Source.ContactName': f.contact,
    'Source.Phone': f.sourcePhone,
    'Patient.Phone': f.phone,
    'Patient.Mbi': f.mbi,
    'Clinical.OrderingPractitioner': `Dr. ${f.ordering}`,
    'Clinical.OrderingNpi': f.orderingNpi,
    'Clinical.CertifyingPractitioner': `Dr. ${f.certifying}`,
    'Clinical.DischargeDate': written.us(f.discharge),
    'Clinical.Room': f.room,
    'Clinical.EmergencyContact': f.emergency,
    'Clinical.EmergencyPhone': f.emergencyPhone,
  });
};
