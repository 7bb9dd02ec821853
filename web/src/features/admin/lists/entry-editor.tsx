import { Button, Checkbox, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { UsedIn } from '@handoff/shared/contract/errors';
import {
  isOffered,
  type ListName,
  neededInformation,
  statusColors,
} from '@handoff/shared/domain/agency/list-settings';
import { information } from '@handoff/shared/domain/referral/needed-information';
import { EditorHead } from '../../../ui/record-page/editor-frame.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { type Form as FormOf, useOwnForm } from '../../../ui/form/use-form.ts';
import { formatCount } from '../../../text/format.ts';
import { colorNames, verdictText } from '../../../text/labels/list-labels.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { Entry, listKinds } from './list-kinds.ts';
import { StatusDot } from '../../../ui/status-mark.tsx';

interface EntryEditorProps {
  name: ListName;
  entry: Entry;
  isNew: boolean;
  usedIn: UsedIn[] | undefined;
  /** Returns the saved entry; undefined after a failure, which has been shown. */
  keep: (changed: Entry) => Promise<Entry | undefined>;
  /** The form is clean at that point, so leaving it asks nothing. */
  onSaved: (saved: Entry) => void;
  onClose: () => void;
  onDelete: () => void;
}

export function EntryEditor({
  name,
  entry,
  isNew,
  usedIn = [],
  keep,
  onSaved,
  onClose,
  onDelete,
}: EntryEditorProps) {
  const form = useOwnForm({ schema: Entry, initial: entry, save: ({ values }) => keep(values), onSaved });
  return (
    <>
      <EditorHead title={isNew ? `New ${listKinds[name].noun}` : entry.Name} onClose={onClose} />
      <p className="soft small">{usesText(usedIn)}</p>
      <Form
        of={form}
        submit={isNew ? 'Add' : 'Save'}
        aside={
          !isNew && (
            <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
              Delete…
            </Button>
          )
        }
      >
        <form.Field name="Name" />
        {entry.Color && <Palette form={form} />}
        {name === 'SettingsReferralStatusesInfo' && <StatusFields form={form} id={entry.Id} />}
        {name === 'SettingsEligibilityStatusesInfo' && <EligibilityFields form={form} />}
        {name === 'SettingsDocumentTypesInfo' && <DocumentFields form={form} />}
        {!isNew && (
          <form.Field
            name="Retired"
            label="Retired"
            hint="No longer offered. Records that have it keep it, and it can still be searched for."
          />
        )}
      </Form>
    </>
  );
}

type EntryForm = FormOf<Entry>;

function Palette({ form }: { form: EntryForm }) {
  return (
    <Radio.Group
      label="Color"
      value={form.values.Color ?? ''}
      onChange={(value) =>
        form.set(
          'Color',
          statusColors.find((color) => color === value),
        )
      }
    >
      <Group gap="sm">
        {statusColors.map((color) => (
          <Radio
            key={color}
            value={color}
            label={
              <>
                <StatusDot color={color} /> {colorNames[color]}
              </>
            }
          />
        ))}
      </Group>
    </Radio.Group>
  );
}

function StatusFields({ form, id }: { form: EntryForm; id: string }) {
  const { statuses } = useSettings();
  const { Next } = form.values;
  const others = statuses.filter((status) => status.Id !== id && isOffered(status));
  return (
    <>
      <fieldset>
        <legend>Can go to</legend>
        <Stack gap="sm">
          <Checkbox
            label="Any status"
            checked={Next === undefined}
            onChange={({ currentTarget }) =>
              form.set('Next', currentTarget.checked ? undefined : others.map(({ Id }) => Id))
            }
          />
          {Next &&
            others.map(({ Id, Name, Color }) => (
              <Checkbox
                key={Id}
                label={
                  <>
                    <StatusDot color={Color} /> {Name}
                  </>
                }
                checked={Next.includes(Id)}
                onChange={({ currentTarget }) =>
                  form.set('Next', currentTarget.checked ? [...Next, Id] : Next.filter((each) => each !== Id))
                }
              />
            ))}
        </Stack>
      </fieldset>
      <form.Field name="Terminal" label="Final" hint="Nothing more is expected to happen after it." />
      <form.Field
        name="Needs"
        label="Needs"
        hint="A referral gets this status only when this is known. Left empty, a status for accepted referrals needs names, date of birth and address."
        options={neededInformation.map((value) => ({ value, label: information[value].name }))}
      />
      <form.Field
        name="Decision"
        label="Only for"
        hint="A status such as Admitted is only for accepted referrals."
      >
        {({ value, onChange, ...control }) => (
          <NativeSelect
            {...control}
            data={[
              { value: '', label: 'Every referral' },
              { value: 'Accepted', label: 'Accepted referrals' },
              { value: 'Declined', label: 'Declined referrals' },
            ]}
            value={typeof value === 'string' ? value : ''}
            onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
          />
        )}
      </form.Field>
    </>
  );
}

const EligibilityFields = ({ form }: { form: EntryForm }) => (
  <>
    <form.Field
      name="SetBy"
      label="Set by a check that finds"
      hint="The first status that names the result is given to the referral."
      options={Object.entries(verdictText).map(([value, label]) => ({ value, label }))}
    />
    <form.Field name="Terminal" label="Final" hint="No further check is expected after it." />
  </>
);

function DocumentFields({ form }: { form: EntryForm }) {
  const { offered } = useSettings();
  return (
    <>
      <form.Field
        name="Required"
        label="Required for every referral"
        hint="Without one, the referral is shown as incomplete."
      />
      <form.Field
        name="RequiredFor"
        label="Required for these statuses"
        hint="A referral gets one of these statuses only after such a document is attached."
        options={offered.statuses().map(({ Id, Name }) => ({ value: Id, label: Name }))}
      />
    </>
  );
}

function usesText(usedIn: UsedIn[]): string {
  return usedIn
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${formatCount(count)} ${what}`)
    .join(', ');
}
