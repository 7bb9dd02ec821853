import { contractedPayersApi, insurancesApi } from '@handoff/shared/contract/parties';
import { type Insurance, NewInsurance, insuranceDefaults } from '@handoff/shared/domain/agency/directory';
import { CsvTransfer } from '../../ui/csv/csv-transfer.tsx';
import { EntityPage } from '../../ui/record-page/entity-page.tsx';
import { FieldRow } from '../../ui/form/form.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { useList } from '../../data/records/use-list.ts';
import { useOpenReferrals } from './open-referrals.tsx';

export function InsurancesPage() {
  const list = useList(insurancesApi.list, { query: {} }, (answer) => answer.InsurancesInfo);
  const payers = useList(contractedPayersApi.list, { query: {} }, (answer) => answer.ContractedPayersInfo);
  const payerName = (id: string | null) => payers.data?.find(({ Id }) => Id === id)?.Name ?? '';

  const columns: Column<Insurance>[] = [
    { title: 'Insurance', cell: ({ Name }) => Name },
    { title: 'Rank', cell: ({ Rank }) => Rank, width: 120 },
    { title: 'Before Medicare', cell: (row) => (row.PaysBeforeMedicare ? 'Pays first' : ''), width: 140 },
    { title: 'Contracted payer', cell: (row) => payerName(row.ContractedPayerId), width: 200 },
    useOpenReferrals('payer'),
  ];

  return (
    <EntityPage
      title="Insurances"
      noun="insurance"
      purpose="What patients are insured with, and which contracted payer is billed for it."
      calls={insurancesApi}
      kind="insurance"
      list={list}
      edit="parties.edit"
      schema={NewInsurance}
      initial={{ ...insuranceDefaults, Name: '' }}
      columns={columns}
      merge="Nothing else is taken over."
      toolbar={<CsvTransfer calls={insurancesApi} noun="insurances" edit="parties.edit" />}
      textOf={(row) => `${row.Rank} ${payerName(row.ContractedPayerId)}`}
    >
      {({ Field }) => (
        <>
          <FieldRow>
            <Field name="Name" />
            <Field name="Rank" />
          </FieldRow>
          <Field
            name="PaysBeforeMedicare"
            label="Pays before Medicare (MSP)"
            hint="Such as the group plan of a working spouse. Eligibility results then say who pays first."
          />
          <Field
            name="ContractedPayerId"
            label="Contracted payer"
            hint="Who is billed for it. Its contract decides whether a referral can be accepted."
            options={(payers.data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))}
          />
        </>
      )}
    </EntityPage>
  );
}
