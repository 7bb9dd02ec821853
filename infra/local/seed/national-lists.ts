import { api as contract } from '@handoff/shared/contract/api';
import type { SeedApi } from './in-process-api.ts';

/** Uploads short lists in the form of the official files, which have two million practitioners and 75,000 codes. */
export async function seedNationalLists(api: SeedApi): Promise<void> {
  const lists = [
    { state: 'NPI', name: 'OrderReferring-demo.csv', text: practitioners },
    { state: 'ICD', name: 'icd10cm_codes_demo.txt', text: diagnoses },
  ] as const;
  for (const { state, name, text } of lists) {
    const file = new File([text], name, { type: 'text/plain' });
    const act = { as: 'ada', minutesAgo: 0, key: `list ${state}` } as const;
    await api.call(contract.imports.upload, { fields: { state, mode: 'replace' }, file }, act);
  }
}

/** Fictional people; their numbers only have the right check digit. */
const practitioners = `NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE
1000000012,PLACEHOLDER,PAT,Y,Y,Y,Y,Y
1000000194,SAMPLEDOCTOR,SAM,Y,Y,Y,Y,N
1000000277,EXAMPLER,ELENA,Y,Y,N,Y,N
1000000350,HOSPICEDEMO,HANNAH,Y,N,N,N,Y
1427038314,PRESCRIBER,DANA,Y,Y,Y,Y,Y
`;

const diagnoses = `A419    Sepsis, unspecified organism
C3490   Malignant neoplasm of unspecified part of unspecified bronchus or lung
C61     Malignant neoplasm of prostate
E1121   Type 2 diabetes mellitus with diabetic nephropathy
E1140   Type 2 diabetes mellitus with diabetic neuropathy, unspecified
E11621  Type 2 diabetes mellitus with foot ulcer
E1165   Type 2 diabetes mellitus with hyperglycemia
E119    Type 2 diabetes mellitus without complications
F0390   Unspecified dementia, unspecified severity, without behavioral disturbance, psychotic disturbance, mood disturbance, and anxiety
G20A1   Parkinson's disease without dyskinesia, without mention of fluctuations
G309    Alzheimer's disease, unspecified
I10     Essential (primary) hypertension
I110    Hypertensive heart disease with heart failure
I4891   Unspecified atrial fibrillation
I5022   Chronic systolic (congestive) heart failure
I5023   Acute on chronic systolic (congestive) heart failure
I5032   Chronic diastolic (congestive) heart failure
I509    Heart failure, unspecified
I639    Cerebral infarction, unspecified
I69351  Hemiplegia and hemiparesis following cerebral infarction affecting right dominant side
I872    Venous insufficiency (chronic) (peripheral)
J189    Pneumonia, unspecified organism
J440    Chronic obstructive pulmonary disease with (acute) lower respiratory infection
J441    Chronic obstructive pulmonary disease with (acute) exacerbation
J449    Chronic obstructive pulmonary disease, unspecified
L89153  Pressure ulcer of sacral region, stage 3
L97929  Non-pressure chronic ulcer of unspecified part of left lower leg with unspecified severity
N179    Acute kidney failure, unspecified
N186    End stage renal disease
N390    Urinary tract infection, site not specified
R1310   Dysphagia, unspecified
S72001D Fracture of unspecified part of neck of right femur, subsequent encounter for closed fracture with routine healing
Z4731   Aftercare following explantation of shoulder joint prosthesis
Z471    Aftercare following joint replacement surgery
Z4801   Encounter for change or removal of surgical wound dressing
Z7901   Long term (current) use of anticoagulants
Z96641  Presence of right artificial hip joint
Z96651  Presence of right artificial knee joint
`;
