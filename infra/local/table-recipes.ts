import { after, type Change } from './file-changes.ts';

// The recipes of infra/docs/how-to.md that add a line to a table: `table-recipes.test.ts` follows them in a copy.

export const newReferralField: Change[] = [
  after(
    'shared/src/domain/referral/referral-fields.ts',
    "  LastName: line(60).min(1, 'Enter the last name'),\n",
    '  PreferredName: line(60),\n',
  ),
  after(
    'shared/src/domain/referral/referral-field-table.ts',
    "  'Patient.LastName':       {},\n",
    "  'Patient.PreferredName':  { wide: 3, review: 'Goes by', overview: 'Goes by', packet: 'Goes by', merge: 'Goes by', export: 'Goes by' },\n",
  ),
  [
    'shared/src/domain/referral/referral-search.ts',
    "Patient: ['Patient.Phone']",
    "Patient: ['Patient.Phone', 'Patient.PreferredName']",
  ],
];

export const newWorklistFilter: Change[] = [
  after(
    'shared/src/domain/referral/referral-filters.ts',
    "  County: z.string().max(80).optional().register(filteredFields, { field: 'Address.County' }),\n",
    "  City: z.string().max(80).optional().register(filteredFields, { field: 'Address.City' }),\n",
  ),
  after(
    'web/src/features/referrals/worklist/worklist-selection.ts',
    "  county: placeName().register(worklistFilters, { filter: 'County', label: 'County' }),\n",
    "  city: placeName().register(worklistFilters, { filter: 'City', label: 'City' }),\n",
  ),
];
