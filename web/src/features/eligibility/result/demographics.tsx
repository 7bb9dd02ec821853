import { IconAlertTriangle } from '@tabler/icons-react';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { formatDay } from '../../../text/format.ts';
import type { EligibilityBeneficiary } from '@handoff/shared/domain/eligibility/result';

/** The patient's data as entered and as Medicare has it. Differences are spelled out; agreement takes one line. */
export function Demographics({ check }: { check: FullPastCheck }) {
  const { Beneficiary } = check;
  if (!Beneficiary) return null;
  const rows = demographicRows(check, Beneficiary);
  const differences = rows.filter(({ differs }) => differs);
  return (
    <section aria-labelledby="person-title">
      <h2 id="person-title" className="section-title">
        The person
      </h2>
      {differences.length === 0 ? (
        <details>
          <summary>Name, date of birth and number match Medicare’s record</summary>
          <PersonTable rows={rows} />
        </details>
      ) : (
        <PersonTable rows={rows} />
      )}
      {Beneficiary.DateOfDeath !== null && <p>Died {formatDay(Beneficiary.DateOfDeath)}</p>}
      {Beneficiary.Address !== '' && <p className="soft">Medicare’s address: {Beneficiary.Address}</p>}
    </section>
  );
}

function PersonTable({ rows }: { rows: readonly DemographicRow[] }) {
  return (
    <div style={{ maxWidth: 720 }}>
      <DataTable label="Entered, and what Medicare has" rows={rows} columns={columns} />
    </div>
  );
}

const columns: Column<DemographicRow>[] = [
  { title: 'Field', cell: ({ Id }) => Id, width: 160 },
  { title: 'Entered', cell: ({ entered }) => entered, phone: 'labeled' },
  {
    title: 'Medicare has',
    cell: ({ medicare, differs }) => (
      <>
        {medicare}{' '}
        {differs && (
          <span className="warn strong small">
            <IconAlertTriangle size={14} aria-hidden="true" /> different
          </span>
        )}
      </>
    ),
    phone: 'labeled',
  },
];

export interface DemographicRow {
  /** The field's name in words. */
  Id: string;
  entered: string;
  medicare: string;
  differs: boolean;
}

type Entered = Pick<FullPastCheck, 'FirstName' | 'LastName' | 'DateOfBirth' | 'Mbi'>;

export function demographicRows(entered: Entered, medicare: EligibilityBeneficiary): DemographicRow[] {
  return [
    row('Last name', entered.LastName, medicare.LastName),
    row('First name', entered.FirstName, medicare.FirstName),
    row('Date of birth', day(entered.DateOfBirth), day(medicare.DateOfBirth ?? '')),
    row('Medicare number', entered.Mbi, medicare.Mbi),
  ];
}

function row(Id: string, entered: string, medicare: string): DemographicRow {
  // A field that Medicare leaves out is not a difference.
  const differs = medicare !== '' && plain(entered) !== plain(medicare);
  return { Id, entered, medicare: medicare || 'not given', differs };
}

/** Medicare requests lose accents, case and punctuation. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}*]/gu, '')
    .toUpperCase();

const day = (iso: string) => (/^\d{4}-\d{2}-\d{2}$/.test(iso) ? formatDay(iso) : iso);
