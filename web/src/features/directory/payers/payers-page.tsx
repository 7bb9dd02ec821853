import { IconClock } from '@tabler/icons-react';
import { contractedPayersApi } from '@handoff/shared/contract/parties';
import { stateOptions } from '@handoff/shared/domain/address/us-state';
import {
  type ContractedPayer,
  NewContractedPayer,
  payerDefaults,
} from '@handoff/shared/domain/agency/directory';
import { termOn } from './contract-term.ts';
import { CsvTransfer } from '../../../ui/csv/csv-transfer.tsx';
import { EntityPage } from '../../../ui/record-page/entity-page.tsx';
import { FieldRow } from '../../../ui/form/form.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { formatDay } from '../../../text/format.ts';
import { useToday } from '../../../data/current-person.ts';
import { useList } from '../../../data/records/use-list.ts';
import { useOpenReferrals } from '../open-referrals.tsx';
import { termFilter, termSummary } from './term-filter.ts';
import { TermPill } from './term-pill.tsx';

const columns: Column<ContractedPayer>[] = [
  { title: 'Payer', cell: ({ Name }) => Name },
  { title: 'Payer ID', cell: ({ PayerId }) => PayerId, width: 120, isWide: true, phone: 'hidden' },
  { title: 'Plans', cell: ({ Plans }) => Plans.join(', '), width: 220, isWide: true, phone: 'hidden' },
  { title: 'States', cell: ({ States }) => States.join(', '), width: 120 },
  { title: 'Contract', cell: (payer) => <TermPill term={payer} current="in contract" />, width: 140 },
  { title: 'Until', cell: ({ EndsOn }) => (EndsOn === null ? 'no end' : formatDay(EndsOn)), width: 110 },
];

export function PayersPage() {
  const list = useList(contractedPayersApi.list, { query: {} }, (answer) => answer.ContractedPayersInfo);
  const today = useToday();
  const openReferrals = useOpenReferrals<ContractedPayer>('payer');
  return (
    <EntityPage
      title="Payers"
      noun="payer"
      purpose="Who pays, for which plans and states, and until when. Every referral is checked against these contracts."
      calls={contractedPayersApi}
      kind="contractedPayer"
      list={list}
      edit="parties.edit"
      schema={NewContractedPayer}
      initial={{ ...payerDefaults, Name: '', StartsOn: today }}
      columns={[...columns, openReferrals]}
      merge="Its names become other names of that payer."
      textOf={({ PayerId, Plans, Aliases, ContractIds }) =>
        [PayerId, ...Plans, ...Aliases, ...ContractIds].join(' ')
      }
      toolbar={<CsvTransfer calls={contractedPayersApi} noun="payers" edit="parties.edit" />}
      filter={termFilter(today, 'In contract')}
      summary={(rows) => termSummary(rows, today)}
      consequence={endNotice}
    >
      {({ Field }) => (
        <>
          <FieldRow>
            <Field name="Name" />
            <Field name="PayerId" label="Payer ID" hint="As your clearinghouse knows it" />
          </FieldRow>
          <Field name="Aliases" label="Also known as" hint="Other names that referrals use for this payer" />
          <Field name="Plans" hint="Leave empty if the contract covers every plan" />
          <FieldRow>
            <Field name="ContractIds" label="Medicare contracts" hint="Contract numbers such as H5521" />
            <Field
              name="States"
              hint="Leave empty if the contract covers every state"
              options={stateOptions}
            />
          </FieldRow>
          <FieldRow>
            <Field name="StartsOn" label="Contract from" />
            <Field name="EndsOn" label="Until" hint="Leave empty for no end date" />
          </FieldRow>
        </>
      )}
    </EntityPage>
  );
}

const endNotice = (payer: ContractedPayer) => <EndNotice payer={payer} />;

function EndNotice({ payer }: { payer: ContractedPayer }) {
  const { kind, text } = termOn(payer, useToday());
  if (kind !== 'endsSoon' && kind !== 'ended') return null;
  return (
    <p className="message">
      <IconClock size={16} aria-hidden="true" />{' '}
      {kind === 'ended'
        ? 'This contract has ended. New referrals that name this payer are shown as not contracted.'
        : `This contract ${text}. After that, referrals that name this payer are shown as not contracted.`}
    </p>
  );
}
