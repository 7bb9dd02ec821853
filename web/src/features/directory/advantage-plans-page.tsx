import { getRouteApi } from '@tanstack/react-router';
import { advantagePlansApi } from '@handoff/shared/contract/parties';
import {
  type AdvantagePlan,
  advantagePlanDefaults,
  NewAdvantagePlan,
  planIdentity,
} from '@handoff/shared/domain/agency/advantage-plan';
import { planKey } from '@handoff/shared/domain/eligibility/medicare-plans';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { CsvTransfer } from '../../ui/csv/csv-transfer.tsx';
import { FieldRow } from '../../ui/form/form.tsx';
import { EntityPage } from '../../ui/record-page/entity-page.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { useList } from '../../data/records/use-list.ts';

const route = getRouteApi('/advantage-plans');

const columns: Column<AdvantagePlan>[] = [
  { title: 'Plan', cell: ({ Name }) => Name },
  { title: 'Number', cell: (plan) => <span className="number">{planKey(plan)}</span>, width: 120 },
  { title: 'Contracted', cell: ({ Contracted }) => Contracted, width: 110 },
  { title: 'Authorization', cell: ({ AuthorizationNeeded }) => AuthorizationNeeded, width: 130 },
  {
    title: 'Whom to call',
    cell: ({ ContactName, ContactPhone }) => `${ContactName} ${formatPhone(ContactPhone)}`.trim(),
    width: 240,
    isWide: true,
    phone: 'hidden',
  },
];

/** The plans that the agency has had to do with; an eligibility check links here with the numbers of its plan. */
export function AdvantagePlansPage() {
  const { contract = '', plan = '', name = '' } = route.useSearch();
  const list = useList(advantagePlansApi.list, { query: {} }, (answer) => answer.AdvantagePlansInfo);
  return (
    <EntityPage
      title="Medicare Advantage plans"
      noun="plan"
      nouns="plans"
      purpose="Which plans you have a contract with, which want an authorization, and whom to call. A referral whose patient is in a plan shows it."
      calls={advantagePlansApi}
      kind="advantagePlan"
      list={list}
      edit="eligibility.check"
      schema={NewAdvantagePlan}
      identity={planIdentity}
      initial={{ ...advantagePlanDefaults, Name: name, ContractId: contract, PlanId: plan }}
      columns={columns}
      textOf={(row) => `${planKey(row)} ${row.ContactName} ${row.Note}`}
      toolbar={<CsvTransfer calls={advantagePlansApi} noun="plans" edit="eligibility.check" />}
      filter={contractedFilter}
    >
      {({ Field }) => (
        <>
          <Field name="Name" />
          <FieldRow>
            <Field name="ContractId" label="Contract number" hint="Such as H5521" />
            <Field name="PlanId" label="Plan number" hint="Such as 013; leave empty for every plan" />
          </FieldRow>
          <FieldRow>
            <Field name="Contracted" />
            <Field name="AuthorizationNeeded" label="Authorization needed" />
          </FieldRow>
          <FieldRow>
            <Field name="ContactName" label="Whom to call" />
            <Field name="ContactPhone" label="Phone" />
          </FieldRow>
          <Field name="Note" hint="For everyone in the agency; write nothing about patients here" />
        </>
      )}
    </EntityPage>
  );
}

const contractedFilter = {
  label: 'Contracted',
  any: 'All plans',
  options: [
    { value: 'Yes', label: 'Contracted' },
    { value: 'No', label: 'Not contracted' },
    { value: 'Unknown', label: 'Not known' },
  ],
  of: ({ Contracted }: AdvantagePlan) => Contracted,
};
