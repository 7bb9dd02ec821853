import { ActionIcon, Button, Checkbox, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { contractedPayersApi } from '@handoff/shared/contract/parties';
import { plainName } from '@handoff/shared/domain/agency/directory';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { focusField } from '../../../ui/form/field.tsx';
import { KnownName } from '../../../ui/inputs/known-name.tsx';
import { useWholeList } from '../../../data/records/use-list.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { IntakeSection, wide } from './intake-section.tsx';
import { ProposedServices } from './prefill/proposed-field.tsx';
import { blankPayer, type IntakeForm } from './intake-values.ts';
import styles from './intake.module.css';

const MAX_PAYERS = 4;
const ranks = ['Primary payer', 'Secondary payer', 'Tertiary payer', 'Other payer'];

export function PayerSection({ form }: { form: IntakeForm }) {
  const { Payers } = form.values;
  const contracts = useContracts();
  const [removed, setRemoved] = useState<Removed>();
  function remove(index: number) {
    const payer = Payers[index];
    if (!payer) return;
    const isBlank = Object.values(payer).every((part) => part === '');
    form.set('Payers', Payers.toSpliced(index, 1));
    flushSync(() => setRemoved(isBlank ? undefined : { payer, index }));
    if (isBlank) focusField(`Payers.${index - 1}.Name`);
  }
  return (
    <IntakeSection name="Payer">
      {Payers.map((_, index) => (
        <PayerRow key={ranks[index]} {...{ form, index, contracts }} onRemove={() => remove(index)} />
      ))}
      {removed && Payers.length < MAX_PAYERS && (
        <RemovedPayer
          key={removed.index}
          of={removed}
          onUndo={() => {
            flushSync(() => {
              form.set('Payers', Payers.toSpliced(removed.index, 0, removed.payer));
              setRemoved(undefined);
            });
            focusField(`Payers.${removed.index}.Name`);
          }}
        />
      )}
      {Payers.length < MAX_PAYERS && (
        <div className={wide(12)}>
          <Button
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => form.set('Payers', [...Payers, blankPayer])}
          >
            Add a payer
          </Button>
        </div>
      )}
    </IntakeSection>
  );
}

interface Removed {
  payer: IntakeForm['values']['Payers'][number];
  /** Its place among the payers. */
  index: number;
}

function RemovedPayer({ of: { payer, index }, onUndo }: { of: Removed; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <output className={`${wide(12)} small`}>
      The {ranks[index]?.toLowerCase()}
      {payer.Name !== '' && <b> {payer.Name}</b>} was removed.{' '}
      <button ref={undo} type="button" className="text-button" onClick={onUndo}>
        Undo
      </button>
    </output>
  );
}

interface PayerRowProps {
  form: IntakeForm;
  index: number;
  onRemove: () => void;
  contracts: ReturnType<typeof useContracts>;
}

function PayerRow({ form, index, contracts, onRemove }: PayerRowProps) {
  const { Field, values } = form;
  const named = plainName(values.Payers[index]?.Name ?? '');
  const plans = contracts.payers
    .filter(({ Name, Aliases }) => [Name, ...Aliases].some((name) => plainName(name) === named))
    .flatMap(({ Plans }) => Plans);
  const rank = ranks[index] ?? 'Payer';
  return (
    <fieldset className={styles['payer']}>
      <VisuallyHidden component="legend">{rank}</VisuallyHidden>
      <Field name={`Payers.${index}.Name`} label={rank}>
        {(control) => (
          <KnownName
            {...control}
            known={namesFor(values, contracts.payers)}
            isReading={!contracts.isWhole}
            onFocus={contracts.read}
          />
        )}
      </Field>
      <Field name={`Payers.${index}.Plan`}>
        {(control) => (
          <KnownName
            {...control}
            known={plans}
            isOpen={plans.length === 0}
            // A link to this field passes by the name.
            onFocus={contracts.read}
          />
        )}
      </Field>
      <Field name={`Payers.${index}.MemberId`} label="Member ID" />
      {index > 0 && (
        <ActionIcon size="lg" aria-label={`Remove the ${rank.toLowerCase()}`} onClick={onRemove}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </fieldset>
  );
}

/** A person with a Medicare number probably has Medicare, so it is the first one offered. */
function namesFor({ Patient }: IntakeForm['values'], payers: readonly { Name: string }[]): string[] {
  const names = payers.map(({ Name }) => Name);
  const isLikely = (name: string) => (Patient.Mbi ?? '') !== '' && name.startsWith('Medicare');
  return [...names.filter(isLikely), ...names.filter((name) => !isLikely(name))];
}

/** The agency's payers, loaded when the person starts to name one. */
function useContracts() {
  const [isWanted, setWanted] = useState(false);
  const list = useWholeList(
    contractedPayersApi.list,
    isWanted ? { query: {} } : null,
    (answer) => answer.ContractedPayersInfo,
  );
  return { payers: list.data ?? [], isWhole: list.isWhole, read: () => setWanted(true) };
}

export function ServicesSection({ form }: { form: IntakeForm }) {
  const { Services } = form.values;
  const { disciplines } = useSettings();
  return (
    <IntakeSection name="Services">
      <form.Field name="ClinicalSummary" className={wide(12)} />
      <fieldset className={styles['services']} data-path="Services">
        <legend>Services requested</legend>
        <ProposedServices />
        {disciplines
          .filter((discipline) => isOffered(discipline) || Services.includes(discipline.Id))
          .map(({ Id, Name }) => (
            <Checkbox
              key={Id}
              label={Name}
              checked={Services.includes(Id)}
              onChange={({ currentTarget }) => {
                const others = Services.filter((each) => each !== Id);
                form.set('Services', currentTarget.checked ? [...others, Id] : others);
              }}
            />
          ))}
      </fieldset>
    </IntakeSection>
  );
}
