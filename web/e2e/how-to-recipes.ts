import { after, type Change } from '@handoff/local/file-changes';
import { newReferralField, newWorklistFilter } from '@handoff/local/table-recipes';

export interface Recipe {
  /** The heading in infra/docs/how-to.md. */
  heading: string;
  changes: Change[];
  /** Arguments of vitest, one run after the other. */
  proofs: string[][];
}

const protection = ['infra/checks/protection.test.ts'];

/** The changes that a reader of how-to.md would make, and the tests that it names. */
export const recipes: Recipe[] = [
  {
    heading: 'A field of a record',
    changes: [
      [
        'shared/src/domain/agency/directory.ts',
        '  ContractedPayerId: RecordId.nullable(),\n});\nexport type NewInsurance',
        '  ContractedPayerId: RecordId.nullable(),\n  GroupNumber: line(40),\n});\nexport type NewInsurance',
      ],
      [
        'shared/src/domain/agency/directory.ts',
        '  ContractedPayerId: null,\n};\nexport const InsuranceDraft',
        "  ContractedPayerId: null,\n  GroupNumber: '',\n};\nexport const InsuranceDraft",
      ],
      [
        'shared/src/domain/agency/directory.ts',
        '{ ...NewInsurance.shape, ...keptFields }',
        "{ ...NewInsurance.shape, GroupNumber: line(40).default(''), ...keptFields }",
      ],
      after(
        'functions/src/testing/examples/drafts.ts',
        '  PaysBeforeMedicare: true,\n  ContractedPayerId: null,\n',
        "  GroupNumber: 'G-17',\n",
      ),
      after(
        'web/src/features/directory/insurances-page.tsx',
        '<Field name="Rank" />\n',
        '            <Field name="GroupNumber" />\n',
      ),
      after(
        'functions/src/features/parties/csv-columns.ts',
        "  text('Rank', 'Rank'),\n",
        "  text('Group number', 'GroupNumber'),\n",
      ),
    ],
    proofs: [['functions/src/features/parties']],
  },
  {
    heading: 'A field of a referral',
    changes: newReferralField,
    proofs: [['shared/src/domain/referral', 'functions/src/features/referrals/export-referrals.test.ts']],
  },
  {
    heading: 'A filter of the worklist',
    changes: newWorklistFilter,
    proofs: [
      ['web/src/features/referrals/worklist', 'functions/src/features/referrals/list-referrals.test.ts'],
    ],
  },
  {
    heading: 'A call',
    changes: [
      after(
        'shared/src/contract/capacities.ts',
        'export const capacitiesApi = {\n',
        `  byId: get('/capacities/getbyid', {
    summary: 'A discipline that is limited or full',
    access: 'parties.read',
    scope: 'domain',
    topic: 'capacity',
    query: z.strictObject({ id: z.string().min(1).max(80) }),
    output: Slice,
  }),\n`,
      ),
      [
        'functions/src/features/parties/capacity-by-id.ts',
        '',
        `import { notFound } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { capacityKind } from '../../records/kinds/agency-records.ts';

export const byId: ApiHandlers['capacities']['byId'] = async ({ query }, { find }) => {
  const capacity = await find.get(capacityKind, query.id);
  if (!capacity) throw notFound('this capacity');
  return { CapacitiesInfo: [capacity] };
};
`,
      ],
      ['functions/src/features/parties/capacities.ts', 'Calls = { list, set,', 'Calls = { byId, list, set,'],
      after(
        'functions/src/features/parties/capacities.ts',
        "import { edit, type Editable, remove } from '../../writes/edit.ts';\n",
        "import { byId } from './capacity-by-id.ts';\n",
      ),
      after(
        'functions/src/testing/examples/endpoint-examples.ts',
        '  capacities: {\n',
        `    byId: {
      as: 'vic',
      input: async (handoff) => ({
        query: { id: (await party(handoff, capacities.set, capacityDraft())).Id },
      }),
    },\n`,
      ),
      [
        'functions/src/stories/contract.test.ts',
        'GET /capacities/get, ',
        'GET /capacities/get, GET /capacities/getbyid, ',
      ],
    ],
    proofs: [
      ['shared/src/contract/role-matrix.test.ts', '-u'],
      ['refusals', 'replay', 'contract'].map((story) => `functions/src/stories/${story}.test.ts`),
    ],
  },
  {
    heading: 'A screen',
    changes: [
      [
        'web/src/features/directory/visits-page.tsx',
        '',
        `import { PageHeading } from '../../ui/page-heading.tsx';

export function VisitsPage() {
  return (
    <>
      <PageHeading title="Visits" />
      <p>Visits of this week.</p>
    </>
  );
}
`,
      ],
      after(
        'web/src/app/router/pages.ts',
        'export const pages = [\n  ...workPages,\n',
        `  page({
    path: '/visits',
    title: 'Visits',
    needs: 'parties.read',
    area: 'directory',
    icon: IconGauge,
    load: async () => (await import('../../features/directory/visits-page.tsx')).VisitsPage,
  }),\n`,
      ),
    ],
    proofs: [['--project', 'browser', 'web/e2e/pages.e2e.ts']],
  },
  { heading: 'A kind of record', changes: [], proofs: [['functions/src/records'], protection] },
  { heading: 'A job', changes: [], proofs: [protection] },
  {
    heading: 'A setting',
    changes: [
      after(
        'functions/src/config.ts',
        '  COSMOS_DATABASE: z.string().min(1),\n',
        "  GREETING: z.string().max(80).default(''),\n",
      ),
      after('local.settings.example.json', '    "COSMOS_DATABASE": "handoff",\n', '    "GREETING": "",\n'),
    ],
    proofs: [['functions/src/config.test.ts', 'infra/checks/protection.test.ts']],
  },
  {
    heading: 'An eligibility finding',
    changes: [
      after(
        'shared/src/domain/eligibility/finding.ts',
        "  unread: 'The answer has lines that no rule reads.',\n",
        "  manyHospices: 'More than five hospice periods are on file.',\n",
      ),
      after(
        'functions/src/features/eligibility/rules/care-findings.ts',
        '    ...benefitPeriodFinding(judged),\n',
        `    ...(facts.hospice.length > 5
      ? [finding({ code: 'manyHospices', severity: 'notice', text: 'Medicare has many hospice periods on file.' })]
      : []),\n`,
      ),
      after(
        'web/src/text/labels/finding-labels.ts',
        '  Object.entries({\n',
        "    manyHospices: { title: 'Many hospice periods' },\n",
      ),
    ],
    proofs: [['functions/src/features/eligibility/rules']],
  },
  { heading: 'A tenth state', changes: [], proofs: [['functions/src/features/address-import/places']] },
];
