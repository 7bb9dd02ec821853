import { Button, Group, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type * as z from 'zod';
import { contractedPayersApi, partnersApi, serviceAreasApi } from '@handoff/shared/contract/parties';
import { stateOptions } from '@handoff/shared/domain/address/us-state';
import {
  NewPartner,
  type Partner,
  partnerDefaults,
  partnerKinds,
} from '@handoff/shared/domain/agency/directory';
import { phoneInput } from '../../ui/inputs/phone-input.tsx';
import { CsvTransfer } from '../../ui/csv/csv-transfer.tsx';
import { EntityPage } from '../../ui/record-page/entity-page.tsx';
import { FieldRow } from '../../ui/form/form.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { useList } from '../../data/records/use-list.ts';
import { useOpenReferrals } from './open-referrals.tsx';
import styles from './directory.module.css';

const MAX_CONTACTS = 20;
const noContact = { Name: '', Role: '', Phone: '', Email: '' };
const options = (rows: readonly { Id: string; Name: string }[] = []) =>
  rows.map(({ Id, Name }) => ({ value: Id, label: Name }));

const textOf = ({ Kind, Address, Contacts: people }: Partner) =>
  [Kind, Address.City, ...people.map(({ Name }) => Name)].join(' ');

const kindFilter = {
  label: 'Kind',
  any: 'Every kind',
  options: partnerKinds.map((kind) => ({ value: kind, label: kind })),
  of: ({ Kind }: Partner) => Kind,
};

/** The specification calls partners agencies. */
export function AgenciesPage() {
  const list = useList(partnersApi.list, { query: {} }, (answer) => answer.PartnersInfo);
  const areas = useList(serviceAreasApi.list, { query: {} }, (answer) => answer.ServiceAreasInfo);
  const payers = useList(contractedPayersApi.list, { query: {} }, (answer) => answer.ContractedPayersInfo);

  const columns: Column<Partner>[] = [
    { title: 'Agency', cell: ({ Name }) => Name },
    { title: 'Kind', cell: ({ Kind }) => Kind, width: 160 },
    { title: 'Phone', cell: ({ Phone }) => formatPhone(Phone), width: 130 },
    {
      title: 'Contact',
      cell: ({ Contacts: [first] }) => first && [first.Name, first.Role].filter(Boolean).join(', '),
      width: 200,
      isWide: true,
      phone: 'hidden',
    },
    { title: 'States', cell: ({ States }) => States.join(', '), width: 120 },
    useOpenReferrals('organization'),
  ];

  return (
    <EntityPage
      title="Partner agencies"
      noun="agency"
      purpose="Hospitals, doctors and agencies that send referrals here, or take those this agency declines."
      calls={partnersApi}
      kind="partner"
      list={list}
      edit="parties.edit"
      schema={NewPartner}
      initial={{ ...partnerDefaults, Name: '', Kind: 'Hospital' }}
      columns={columns}
      merge="Its contacts are added to that agency."
      filter={kindFilter}
      textOf={textOf}
      toolbar={<CsvTransfer calls={partnersApi} noun="agencies" edit="parties.edit" />}
    >
      {(form) => (
        <>
          <FieldRow>
            <form.Field name="Name" />
            <form.Field name="Kind" />
          </FieldRow>
          <FieldRow>
            <form.Field name="Phone">{phoneInput}</form.Field>
            <form.Field name="Fax">{phoneInput}</form.Field>
          </FieldRow>
          <form.Field name="Address.StreetAddress" label="Street address" />
          <FieldRow>
            <form.Field name="Address.City" label="City" />
            <form.Field
              name="Address.State"
              label="State"
              options={[{ value: '', label: 'Not known' }, ...stateOptions]}
            />
            <form.Field name="Address.ZipCode" label="ZIP code" />
          </FieldRow>
          <Contacts form={form} />
          <fieldset className={styles['contacts']}>
            <legend>What it takes</legend>
            <form.Field name="States" label="States it works in" options={stateOptions} />
            <form.Field name="ServiceAreaIds" label="Service areas" options={options(areas.data)} />
            <form.Field name="ContractedPayerIds" label="Payers it takes" options={options(payers.data)} />
          </fieldset>
          <form.Field name="Comment" />
        </>
      )}
    </EntityPage>
  );
}

function Contacts({ form }: { form: Form<z.input<typeof NewPartner>> }) {
  const contacts = form.values.Contacts ?? [];
  return (
    <fieldset className={styles['contacts']}>
      <legend>Contacts</legend>
      {contacts.map((_, index) => (
        // A contact has no id of its own.
        // oxlint-disable-next-line react/no-array-index-key
        <Stack key={index} gap="sm" className={styles['contact'] ?? ''}>
          <FieldRow>
            <form.Field name={`Contacts.${index}.Name`} label="Name" />
            <form.Field name={`Contacts.${index}.Role`} label="Role" />
          </FieldRow>
          <FieldRow>
            <form.Field name={`Contacts.${index}.Phone`} label="Phone">
              {phoneInput}
            </form.Field>
            <form.Field name={`Contacts.${index}.Email`} label="E-mail" />
          </FieldRow>
          <Group justify="flex-end">
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={14} />}
              onClick={() => form.set('Contacts', contacts.toSpliced(index, 1))}
            >
              Remove contact {index + 1}
            </Button>
          </Group>
        </Stack>
      ))}
      {contacts.length < MAX_CONTACTS && (
        <div>
          <Button
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.set('Contacts', [...contacts, noContact])}
          >
            Add a contact
          </Button>
        </div>
      )}
    </fieldset>
  );
}
