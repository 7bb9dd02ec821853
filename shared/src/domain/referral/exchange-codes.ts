/** Code systems in the files of other systems: FHIR names them by address, C-CDA by OID, HL7 v2 by a short name. */
export const codeSystems = {
  npi: { url: 'http://hl7.org/fhir/sid/us-npi', oid: '2.16.840.1.113883.4.6', v2: 'NPI' },
  mbi: { url: 'http://hl7.org/fhir/sid/us-mbi', oid: '2.16.840.1.113883.4.927', v2: 'MC' },
  ssn: { url: 'http://hl7.org/fhir/sid/us-ssn', oid: '2.16.840.1.113883.4.1', v2: 'SS' },
  icd10: { url: 'http://hl7.org/fhir/sid/icd-10-cm', oid: '2.16.840.1.113883.6.90', v2: 'I10' },
  loinc: { url: 'http://loinc.org', oid: '2.16.840.1.113883.6.1', v2: 'LN' },
} as const;
export type CodeSystem = keyof typeof codeSystems;

/** Names that are no longer the official ones, and still written. */
const formerNames: Partial<Record<CodeSystem, readonly string[]>> = {
  mbi: ['http://hl7.org/fhir/sid/us-medicare'],
  icd10: ['I10C', 'ICD10', 'ICD-10-CM'],
};

export function isSystem(system: CodeSystem, name: string | undefined): boolean {
  if (name === undefined) return false;
  const { url, oid, v2 } = codeSystems[system];
  return [url, oid, `urn:oid:${oid}`, v2, ...(formerNames[system] ?? [])].includes(name);
}

/** The sexes of the clinical block, as FHIR and HL7 write them. */
export const genderCodes = {
  Female: { fhir: 'female', hl7: 'F' },
  Male: { fhir: 'male', hl7: 'M' },
  Unknown: { fhir: 'unknown', hl7: 'U' },
} as const;

export const genderOf = (sex: string): string =>
  Object.entries(genderCodes).find(([name]) => name === sex)?.[1].fhir ?? genderCodes.Unknown.fhir;

export const sexOf = (code: string): string =>
  Object.entries(genderCodes).find(([, { fhir, hl7 }]) => code === fhir || code === hl7)?.[0] ?? '';

/** The sections of a document whose text is the reason for the referral. */
export const referralNote = { type: '57133-1', reason: '42349-1' };

/** Classes of an encounter that is a stay: ActCode of HL7, and CPT for care in a hospital bed. */
export const isInpatient = (code: string): boolean =>
  ['IMP', 'ACUTE', 'NONAC'].includes(code) || /^992(?:2[1-3]|3[1-9])$/.test(code);

/** HL7 table 0131 and RoleCode of version 3, both of which FHIR and C-CDA use. */
export const contactRoles = {
  emergency: ['C', 'ECON'],
  nextOfKin: ['N', 'NOK'],
  representative: ['GUARD', 'POWATT', 'DPOWATT', 'HPOWATT', 'SPOWATT', 'Representative'],
} as const satisfies Record<string, readonly string[]>;

/** Qualifications of practitioners who may order home health (42 CFR 424.22) or refer to hospice, behind a name. */
const ordererSuffix = /\b(?:M\.?D|D\.?O|D\.?P\.?M|A?P\.?R\.?N|N\.?P|F?NP-?C|C?NS|P\.?A(?:-C)?)\b\.?$/i;
/** NUCC codes of physicians, podiatrists, nurse practitioners, clinical nurse specialists and physician assistants. */
const ordererTaxonomy = /^(?:20[2-9]|213|261QP|363[LA]|364S)/;

export interface Author {
  name: string;
  npi: string | undefined;
  /** Codes of the role or the qualification, such as those of NUCC. */
  codes: readonly string[];
}

/** The author may be a nurse, a device or a parent: only a known practitioner with the right to order counts. */
export function mayHaveOrdered({ name, npi, codes }: Author): boolean {
  const taxonomy = codes.filter((code) => /^\d{3}[A-Z\d]{6}X$/i.test(code));
  if (taxonomy.length > 0) return taxonomy.some((code) => ordererTaxonomy.test(code));
  if (/\b(?:R\.?N|L\.?P\.?N|L\.?V\.?N)\b\.?$/i.test(name)) return false;
  return npi !== undefined || ordererSuffix.test(name);
}
