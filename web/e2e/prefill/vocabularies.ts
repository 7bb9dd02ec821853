/**
 * The words with which systems, payers and forms of CMS print each field, a column for each of them. A family takes the
 * words of one column, so that a document is worded as one system would.
 */
const systems = [
  'Epic',
  'Oracle Health',
  'MEDITECH',
  'PointClickCare',
  'Homecare Homebase',
  'WellSky',
  'Axxess',
  'MatrixCare',
  'Curaspan',
  'CMS forms',
  'prior authorization',
  'physician office',
] as const;

// oxfmt-ignore
const printed = {
  document: 'Facesheet|Patient Information Report|ADMISSION RECORD|Admission Record|Referral Intake|Home Health Referral|Referral Form|Resident Face Sheet|Post-Acute Referral Packet|Home Health Certification|Home Health Authorization Request|Referral Order',
  aPatient: 'patient|patient|patient|resident|client|patient|patient|resident|patient|beneficiary|member|patient',
  patientTitle: 'Patient Demographics|Patient Information|PATIENT DATA|Resident Information|Client Demographics|Patient Info|Demographics|Resident Profile|Patient|Patient|Member Information|Patient',
  name: "Patient Name|Name|PATIENT|Resident Name|Client Name|Patient|Patient Name|Resident|Pt. Name|Patient's Name|Member Name|Pt Name",
  last: 'Legal Last Name|Last Name|LAST NAME|Last Name|Client Last Name|Last|Last Name|Surname|Last Name|Last Name|Member Last Name|Last',
  first: 'Legal First Name|First Name|FIRST NAME|First Name|Client First Name|First|First Name|Given Name|First Name|First Name|Member First Name|First',
  birth: 'DOB|Date of Birth|DOB|Birth Date|Client DOB|Date of Birth|DOB|Birthdate|D.O.B.|Date of Birth|Member DOB|DOB',
  sex: 'Legal Sex|Gender|SEX|Sex|Gender|Gender|Gender|Sex|Sex|Sex|Gender|M/F',
  phone: "Home Phone|Home Phone|PHONE|Phone|Primary Phone|Phone Number|Phone|Telephone|Patient Phone|Patient's Telephone|Member Phone|Tel",
  ssn: 'SSN|SSN|SS#|Social Security #|SSN|Soc Sec No|SS#|Social Security Number|SSN|Social Security No.|SSN|SS #',
  mbi: 'Medicare Number|MBI|MEDICARE #|Medicare (HIC) #|Medicare ID|Medicare #|MBI|Medicare Beneficiary ID|Medicare Number|Medicare No.|Medicare ID (MBI)|Medicare #',
  address: "Address|Home Address|ADDRESS|Home Address|Service Address|Address|Primary Address|Home Address|Home Address|Patient's Address|Member Address|Address",
  street: 'Street|Street Address|STREET|Address 1|Address Line 1|Street|Address Line 1|Street|Street Address|Address (No., Street)|Street Address|Street',
  unit: 'Apt/Unit|Apt|APT|Address 2|Address Line 2|Apt/Suite|Address Line 2|Unit|Apt #|Apt. No.|Apt/Unit|Apt',
  city: 'City|City|CITY|City|City|City|City|City|City|City|City|City',
  state: 'State|State|ST|Prov/State|State|State|State|State|State|State|State|St',
  zip: 'ZIP Code|Zip Code|ZIP|Postal/Zip|Zip|ZIP|Zip Code|Zip|Zip|ZIP Code|Zip Code|Zip',
  cityLine: 'City, State, ZIP|City/State/Zip|CITY/ST/ZIP|City, State Zip|City, St, Zip|City/State/Zip|City, State, Zip|City/State/Zip|City/State/Zip|City, State and ZIP Code|City/State/Zip|City/St/Zip',
  county: 'County|County|COUNTY|County|County|County|County|County|County of Residence|County|County|County',
  language: 'Preferred Language|Language|LANGUAGE|Primary Language|Language Spoken|Primary Lang.|Primary Language|Language|Language|Language|Preferred Spoken Language|Lang',
  payerTitle: 'Coverage Information|Insurance Information|INSURANCE|Payer Information|Payor Sources|Insurance|Payment Source|Payor|Insurance|Insured|Plan Information|Insurance',
  payer: 'Primary Coverage|Primary Health Plan|PRIMARY INS|Primary Payer|Primary Payor|Primary Insurance|Primary Insurance|Pay Source|Payer 1|Insurance Plan Name|Health Plan|Primary Ins.',
  plan: 'Plan|Plan Name|PLAN|Plan|Plan|Plan Name|Plan Name|Plan|Plan|Program Name|Product|Plan',
  member: "Subscriber ID|Policy Number|POLICY #|Policy #|Policy ID|Member ID|Member ID|Policy No.|Policy #|Insured's I.D. Number|Member ID #|ID #",
  second: "Secondary Coverage|Secondary Health Plan|SECONDARY INS|Secondary Payer|Secondary Payor|Secondary Insurance|Secondary Insurance|Pay Source 2|Payer 2|Other Insured's Plan|Other Insurance|2nd Ins.",
  secondMember: "Subscriber ID|Policy Number|POLICY #|Policy #|Policy ID|Member ID|Member ID|Policy No.|Policy #|Other Insured's Policy Number|Other Member ID|ID #",
  sourceTitle: 'Referring Facility|Referral Source|REFERRED BY|Sending Facility|Referral Source|Referral Source|Referral Source|Transferring Facility|Sender|Provider|Facility Information|Referred By',
  organization: 'Facility|Organization|FACILITY|Facility Name|Referral Source|Referring Facility|Referring Facility|Facility|Sending Facility|Referring Facility|Referring Facility|Practice',
  contact: 'Case Manager|Contact|CONTACT|Contact Person|Referral Contact|Contact Name|Referred By|Contact|Sent By|Contact Name|Contact Person|Contact',
  senderAddress: "Address|Facility Address|FAC ADDRESS|Address|Source Address|Facility Address|Address|Facility Address|Sender Address|Provider's Address|Facility Address|Office Address",
  sourcePhone: 'Phone|Contact Phone|PHONE|Phone|Contact Phone|Phone|Contact Phone|Telephone|Phone|Telephone|Contact Phone|Tel',
  doctorTitle: 'Treatment Team|Provider Information|PROVIDERS|Medical Professionals|Physicians|Physician Information|Physician|Physicians|Physician|Physician|Requesting Provider Information|Provider',
  ordering: 'Ordering Provider|Ordering Physician|ORDERING DR|Ordering Practitioner|Referring Physician|Referring MD|Ordering Physician|Ordering Physician|Ordering MD|Referring Provider|Requesting Provider|Ordering Provider',
  orderingNpi: 'NPI|NPI|NPI|NPI|Referring Physician NPI|NPI #|NPI Number|NPI|NPI|NPI|Requesting Provider NPI|NPI #',
  orderingPhone: 'Phone|Office Phone|PHONE|Phone|Physician Phone|Phone|Phone|Telephone|Phone|Telephone|Provider Phone|Office',
  certifying: 'Home Health Certifying Provider|Certifying Physician|CERTIFYING DR|Physician to Sign Orders|Certifying Physician|Physician to Follow|Certifying Physician|Certifying Physician|MD to Follow Home Care|Certifying Physician|Certifying Provider|Will follow home health',
  certifyingNpi: 'Certifying Provider NPI|Certifying Physician NPI|CERT DR NPI|NPI|Certifying Physician NPI|Follow-up NPI|Certifying NPI|Certifying NPI|NPI|Certifying NPI|Certifying NPI|NPI #',
  pcp: 'PCP - General|Primary Care Physician|PRIM CARE DR|Primary Physician|PCP|PCP|Primary Care Physician|Primary Physician|PCP|Primary Care Physician|PCP|PCP',
  attending: 'Attending|Attending Physician|ATTEND DR|Attending Physician|Attending|Attending MD|Attending Physician|Attending|Attending|Attending Provider|Attending|Hospitalist',
  clinicalTitle: 'Hospital Problems|Diagnoses|DIAGNOSES|Diagnosis Information|Diagnoses|Clinical|Diagnosis|Diagnoses|Clinical Information|Diagnosis|Clinical Information|Assessment',
  primary: 'Principal Problem|Principal Diagnosis|PRIM DX|Primary Diagnosis|Primary Dx|Primary Diagnosis|Primary Diagnosis|Principal Dx|Primary Diagnosis|Principal Diagnosis|Primary Diagnosis Code|Admit dx',
  others: 'Active Problems|Secondary Diagnoses|OTHER DX|Other Diagnoses|Secondary Dx|Secondary Diagnoses|Secondary Diagnosis|Secondary Dx|Secondary Diagnoses|Other Pertinent Diagnoses|Secondary Diagnosis Codes|Other dx',
  homebound: 'Homebound|Homebound Status|HOMEBOUND|Homebound|Homebound|Homebound?|Patient Homebound|Homebound|Is patient homebound?|Confined to home|Is member homebound?|Homebound',
  encounter: 'Face to Face Date|Face-to-Face Encounter Date|F2F DATE|F2F Encounter Date|F2F Date|Face to Face Visit Date|F2F Encounter|Face-to-Face Date|Date of Face-to-Face|Date of Face-to-Face Encounter|Face to Face Encounter|Last seen for this (F2F)',
  encounterBy: 'Face to Face Provider|Encounter Performed By|F2F BY|F2F Provider|F2F Physician|Face to Face Performed By|F2F Clinician|Encounter By|F2F Performed By|Encounter Performed By|Encounter Provider|Seen by',
  stayTitle: 'Hospital Stay|Encounter Information|VISIT DATA|Census Information|Inpatient Stay|Inpatient Facility|Hospitalization|Stay|Admission|Inpatient Stay|Inpatient Information|Hospital',
  facility: 'Current Location|Current Facility|LOCATION|Current Facility|Inpatient Facility|Discharging Facility|Facility|Current Facility|Discharging Facility|Inpatient Facility|Discharging Facility|Patient now at',
  room: 'Room/Bed|Room|ROOM|Room/Bed|Room #|Room|Room Number|Bed|Room|Room No.|Room|Rm',
  admitted: 'Admission Date|Admit Date|ADMIT DATE|Admission Date|Inpatient Admit Date|Admit Date|Admission Date|Admit Date|Admit Date|Admission Date|Admission Date|Admitted',
  earlierDischarge: 'Last Discharge|Previous Discharge Date|PREV DISCH|Last Discharge Date|Prior Discharge Date|Previous Discharge Date|Prior Discharge|Previous Discharge|Prior Discharge Date|Prior Stay Discharge Date|Previous Discharge|Last d/c',
  discharge: 'Expected Discharge Date|Anticipated Discharge Date|EXP DISCH DATE|Anticipated Discharge Date|Inpatient Discharge Date|Anticipated D/C Date|Discharge Date|Planned Discharge|Est. Discharge Date|Discharge Date|Discharge Date|D/C date',
  requested: 'Requested Start of Care|Requested SOC Date|SOC DATE REQ|Start of Care Requested|Requested SOC|SOC Requested|Requested Start Date|Requested SOC Date|Requested Start of Care Date|Start of Care Requested|Requested Start Date|Start home care on',
  contactTitle: 'Emergency Contacts|Contacts|PERSON TO NOTIFY|Contacts|Emergency Contact|Emergency Contact|Emergency Contact|Contacts|Contacts|Contact|Emergency Contact|Contact',
  emergency: 'Emergency Contact 1|Emergency Contact|PERSON TO NOTIFY|Emergency Contact # 1|Emergency Contact|Emergency Contact Name|Emergency Contact|Emergency Contact|Next of Kin|Emergency Contact|Emergency Contact|Emerg. contact',
  emergencyPhone: 'Emergency Contact 1 Phone|Emergency Contact Phone|NOTIFY PHONE|Emergency Contact Phone|Emergency Contact Phone|Emergency Contact Phone|Emergency Phone|Emergency Contact Tel.|Next of Kin Phone|Emergency Telephone|Emergency Contact Phone|Emerg. phone',
  relation: 'Relationship|Relationship|REL|Relationship|Relationship|Relationship|Relationship|Relationship|Relation|Relationship|Relationship|Relation',
  representative: 'Health Care Agent|Healthcare Proxy|HCP/POA|POA - Health Care|Legal Representative|Power of Attorney|Healthcare POA|Power of Attorney - Care|Healthcare Proxy|Legal Representative|Authorized Representative|POA',
  representativePhone: 'Health Care Agent Phone|Healthcare Proxy Phone|HCP/POA PHONE|POA Phone|Legal Representative Phone|POA Phone|Healthcare POA Phone|Power of Attorney Tel.|Healthcare Proxy Phone|Representative Telephone|Authorized Rep Phone|POA phone',
  guarantor: "Guarantor|Guarantor|GUARANTOR|Guarantor|Responsible Payor|Guarantor|Guarantor|Guarantor|Guarantor|Insured's Name|Subscriber Name|Guarantor",
  guarantorPhone: "Guarantor Phone|Guarantor Phone|GUAR PHONE|Guarantor Phone|Responsible Payor Phone|Guarantor Phone|Guarantor Phone|Guarantor Tel.|Guarantor Phone|Insured's Telephone|Subscriber Phone|Guarantor phone",
  subscriberBirth: "Subscriber DOB|Subscriber Date of Birth|SUBSCRIBER DOB|Subscriber Birth Date|Subscriber DOB|Subscriber DOB|Subscriber DOB|Subscriber Birthdate|Subscriber DOB|Other Insured's Date of Birth|Subscriber DOB|Subscriber DOB",
  earlierAddress: 'Previous Address|Prior Address|PREV ADDR|Address Prior to Admission Elsewhere|Former Address|Previous Address|Old Address|Former Address|Prior Address|Previous Address|Previous Address|Old address',
  earlierPhone: 'Old Phone|Previous Phone|OLD PHONE|Former Phone|Former Phone|Previous Phone|Old Phone|Former Telephone|Prior Phone|Previous Telephone|Previous Phone|Old tel',
  formerName: 'Former Last Name|Maiden Name|MAIDEN NAME|Previous Surname|Maiden Name|Maiden Name|Former Name|Maiden Name|Alias|Former Name|Former Name|Maiden name',
  mailing: 'Mailing Address|Mailing Address|MAIL ADDR|Mailing Address|Billing Address|Mailing Address|Mailing Address|Mailing Address|Mailing Address|Mailing Address|Mailing Address|Mail to',
  authTitle: 'Authorization|Authorization|AUTHORIZATION|Authorization|Authorization|Authorization|Authorization|Authorization|Authorization|Prior Authorization|Authorization Information|Authorization',
  authNumber: 'Auth #|Authorization Number|AUTH #|Authorization #|Authorization #|Auth Number|Authorization No.|Auth #|Auth #|Prior Authorization Number|Authorization Number|Auth #',
  authFrom: 'Auth From|Authorization Start|AUTH FROM|Effective From|Authorization Start Date|Auth Start Date|Authorized From|Auth Begin|Auth Start|Authorized From|Effective Date|Auth from',
  authTo: 'Auth To|Authorization End|AUTH TO|Effective To|Authorization End Date|Auth End Date|Authorized To|Auth End|Auth End|Authorized To|End Date|Auth to',
  visits: "Visits Authorized|Authorized Visits|VISITS AUTH|Approved Visits|Visits Authorized|# Visits Approved|Authorized Visits|Visits|Approved Visits|Units Authorized (visits)|Approved Visits|Visits ok'd",
  servicesTitle: 'Home Health Orders|Services Requested|SERVICES|Services Ordered|Disciplines Ordered|Services Requested|Disciplines Requested|Orders|Services Needed|Orders for Discipline|Services Requested|Orders',
  services: 'Home Health Services|Services|SERVICES|Services Ordered|Disciplines|Services Requested|Disciplines|Services|Services Needed|Disciplines Ordered|Services Requested|Orders',
  mrn: 'MRN|MRN|UNIT #|Resident #|Client ID|MR#|MRN|Resident ID|MRN|Medical Record No.|Reference #|Chart #',
  allergies: 'Allergies|Allergies|ALLERGIES|Allergies|Allergies|Allergies|Allergies|Allergies|Allergies|Allergies|Allergies|Allergies',
  advance: 'Code Status|Code Status|CODE STATUS|Advance Directive|Advance Directives|Code Status|Code Status|Code Status|Code Status|Advance Directive|Code Status|Code status',
  marital: 'Marital Status|Marital Status|MARITAL|Marital Status|Marital Status|Marital Status|Marital Status|Marital Status|Marital Status|Patient Status|Marital Status|Marital',
} as const;

type Word = keyof typeof printed;
export type Words = Readonly<Record<Word, string>>;
export type Vocabulary = (typeof systems)[number];

export const vocabularies: readonly Vocabulary[] = systems;

export function wordsOf(vocabulary: Vocabulary): Words {
  const column = systems.indexOf(vocabulary);
  return byWord((word) => printed[word].split('|')[column] ?? '');
}

function byWord(textOf: (word: Word) => string): Words {
  const words: Record<Word, string> = { ...printed };
  for (const word of Object.keys(printed).filter(isWord)) words[word] = textOf(word);
  return words;
}

const isWord = (text: string): text is Word => text in printed;
