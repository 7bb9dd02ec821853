import { partnersApi, serviceAreasApi } from '@handoff/shared/contract/parties';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { NewServiceArea, type ServiceArea, areaDefaults } from '@handoff/shared/domain/agency/directory';
import { CsvTransfer } from '../../../ui/csv/csv-transfer.tsx';
import { EntityPage } from '../../../ui/record-page/entity-page.tsx';
import { FieldRow } from '../../../ui/form/form.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useList } from '../../../data/records/use-list.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { type Places, placesText } from './covered-places.ts';
import { PlacePicker } from './place-picker.tsx';
import { useToday } from '../../../data/current-person.ts';
import { termFilter, termSummary } from '../payers/term-filter.ts';
import { TermPill } from '../payers/term-pill.tsx';

const placeFields = ['States', 'Counties', 'ZipCodes', 'ZipRanges'] as const satisfies (keyof Places)[];

const servedPill = (area: ServiceArea) => <TermPill term={area} current="served" />;

export function ServiceAreasPage() {
  const list = useList(serviceAreasApi.list, { query: {} }, (answer) => answer.ServiceAreasInfo);
  const disciplines = useSettings().reading.data?.SettingsDisciplinesInfo ?? [];
  const partners = useList(partnersApi.list, { query: {} }, (answer) => answer.PartnersInfo);
  const nameOf = (id: string) => disciplines.find(({ Id }) => Id === id)?.Name ?? id;

  const columns: Column<ServiceArea>[] = [
    { title: 'Service area', cell: ({ Name }) => Name },
    { title: 'Where', cell: placesText, width: 320 },
    {
      title: 'Disciplines',
      cell: ({ Disciplines }) => (Disciplines.length === 0 ? 'All' : Disciplines.map(nameOf).join(', ')),
      width: 220,
      isWide: true,
      phone: 'hidden',
    },
    {
      title: 'Partner agencies',
      cell: ({ Id }) =>
        (partners.data ?? [])
          .flatMap(({ Name, ServiceAreaIds }) => (ServiceAreaIds.includes(Id) ? [Name] : []))
          .join(', '),
      width: 200,
      isWide: true,
      phone: 'hidden',
    },
    { title: 'Served', cell: servedPill, width: 140 },
  ];

  const today = useToday();
  return (
    <EntityPage
      title="Service areas"
      noun="service area"
      purpose="Where this agency sees patients. Every referral is checked against it."
      calls={serviceAreasApi}
      kind="serviceArea"
      list={list}
      edit="parties.edit"
      schema={NewServiceArea}
      initial={{ ...areaDefaults, Name: '', States: [] }}
      columns={columns}
      filter={termFilter(today, 'Served')}
      summary={(rows) => termSummary(rows, today)}
      textOf={(area) => `${placesText(area)} ${area.ZipCodes.join(' ')}`}
      toolbar={<CsvTransfer calls={serviceAreasApi} noun="service areas" edit="parties.edit" />}
    >
      {(form) => {
        const { States, Counties, ZipCodes, ZipRanges } = form.values;
        return (
          <>
            <form.Field name="Name" />
            <form.Field name="States">
              {({ error }) => (
                <PlacePicker
                  value={{ States, Counties, ZipCodes, ZipRanges }}
                  error={error}
                  onChange={(places) => {
                    for (const field of placeFields) form.set(field, places[field]);
                  }}
                />
              )}
            </form.Field>
            <form.Field
              name="Disciplines"
              hint="Leave empty if every discipline is offered here"
              options={disciplines
                .filter((entry) => isOffered(entry) || form.values.Disciplines?.includes(entry.Id))
                .map(({ Id, Name }) => ({ value: Id, label: Name }))}
            />
            <FieldRow>
              <form.Field name="StartsOn" label="Served from" hint="Leave empty for no start date" />
              <form.Field name="EndsOn" label="Until" hint="Leave empty for no end date" />
            </FieldRow>
          </>
        );
      }}
    </EntityPage>
  );
}
