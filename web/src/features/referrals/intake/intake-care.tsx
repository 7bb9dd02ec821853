import { ActionIcon, Button, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { api } from '@handoff/shared/contract/api';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { type IntakeForm, sameParts } from './intake-form.ts';
import { IntakeSection } from './intake-section.tsx';
import { useRead } from '../../../lib/api/use-read.ts';
import { blankPayer } from './intake-values.ts';

const MOST_PAYERS = 4;
const ranks = ['Primary payer', 'Secondary payer', 'Third payer', 'Fourth payer'];

export const PayerSection = memo(function PayerSection({ form }: { form: IntakeForm }) {
  const { Payers } = form.values;
  return (
    <IntakeSection name="Payer">
      {Payers.map((_, index) => (
        <PayerRow key={ranks[index]} form={form} index={index} />
      ))}
      {Payers.length < MOST_PAYERS && (
        <div className="w12">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => form.insertListItem('Payers', blankPayer)}
          >
            Add a payer
          </Button>
        </div>
      )}
    </IntakeSection>
  );
}, sameParts('Payers'));

function PayerRow({ form, index }: { form: IntakeForm; index: number }) {
  const field = form.getInputProps;
  const rank = ranks[index] ?? 'Payer';
  return (
    <fieldset className="intake-payer">
      <VisuallyHidden component="legend">{rank}</VisuallyHidden>
      <TextInput label={rank} maxLength={120} {...field(`Payers.${index}.Name`)} />
      <TextInput label="Plan" maxLength={120} {...field(`Payers.${index}.Plan`)} />
      <TextInput label="Member ID" maxLength={40} autoComplete="off" {...field(`Payers.${index}.MemberId`)} />
      {index > 0 && (
        <ActionIcon
          size={36}
          aria-label={`Remove the ${rank.toLowerCase()}`}
          onClick={() => form.removeListItem('Payers', index)}
        >
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </fieldset>
  );
}

export const ServicesSection = memo(
  function ServicesSection({ form }: { form: IntakeForm }) {
    const { Services } = form.values;
    const settings = useRead(api.settings.get, {});
    const disciplines = settings.data?.SettingsDisciplinesInfo ?? [];
    return (
      <IntakeSection name="Services">
        <fieldset className="intake-services">
          <legend>Services requested</legend>
          {disciplines
            .filter((discipline) => isOffered(discipline) || Services.includes(discipline.Id))
            .map(({ Id, Name }) => (
              <label key={Id}>
                <input
                  type="checkbox"
                  checked={Services.includes(Id)}
                  onChange={({ currentTarget }) => {
                    const others = Services.filter((each) => each !== Id);
                    form.setFieldValue('Services', currentTarget.checked ? [...others, Id] : others);
                  }}
                />
                {Name}
              </label>
            ))}
        </fieldset>
        <Textarea
          className="w12"
          label="Clinical summary"
          maxLength={4000}
          rows={5}
          resize="vertical"
          {...form.getInputProps('ClinicalSummary')}
        />
      </IntakeSection>
    );
  },
  sameParts('Services', 'ClinicalSummary'),
);
