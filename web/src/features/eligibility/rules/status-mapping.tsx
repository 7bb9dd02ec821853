import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import { type CheckVerdict, checkVerdicts } from '@handoff/shared/domain/records/check-verdict';
import { type EligibilityStatus, isOffered } from '@handoff/shared/domain/agency/list-settings';
import { useAction } from '../../../data/send/outbox.ts';
import { verdictWords } from '../../../text/labels/eligibility-labels.ts';
import styles from './rules.module.css';

interface StatusMappingProps {
  lists: Output<typeof settingsApi.get>;
  mayEdit: boolean;
  onSaved: () => void;
}

const NONE = '';

/** The status that each result gives a referral: the first status in the list with that result. */
export function StatusMapping({ lists, mayEdit, onSaved }: StatusMappingProps) {
  const statuses = lists.SettingsEligibilityStatusesInfo;
  const saving = useAction(settingsApi.updateEligibilityStatuses, { onSuccess: onSaved });
  const [chosen, setChosen] = useState<Partial<Record<CheckVerdict, string>>>({});
  const isChanged = Object.keys(chosen).length > 0;

  async function save() {
    const body = {
      Etag: lists.SettingsEtags.SettingsEligibilityStatusesInfo ?? '',
      SettingsEligibilityStatusesInfo: withMapping(statuses, chosen),
    };
    const saved = await saving.run({ body });
    if (saved.ok) setChosen({});
  }

  return (
    <fieldset disabled={!mayEdit}>
      <Stack align="flex-start">
        <div className={styles['numbers']}>
          {checkVerdicts.map((verdict) => (
            <NativeSelect
              key={verdict}
              label={`After “${verdictWords[verdict].label}”`}
              value={chosen[verdict] ?? statusOf(statuses, verdict)?.Id ?? NONE}
              data={[
                { value: NONE, label: 'Leave it unchanged' },
                ...statuses.filter(isOffered).map(({ Id, Name }) => ({ value: Id, label: Name })),
              ]}
              onChange={({ currentTarget }) => setChosen({ ...chosen, [verdict]: currentTarget.value })}
            />
          ))}
        </div>
        {mayEdit && (
          <Button
            variant={isChanged ? 'filled' : 'default'}
            disabled={!isChanged}
            loading={saving.isPending}
            onClick={() => void save()}
          >
            Save statuses
          </Button>
        )}
        {saving.error && <p role="alert">{saving.error.message}</p>}
      </Stack>
    </fieldset>
  );
}

const statusOf = (statuses: readonly EligibilityStatus[], verdict: CheckVerdict) =>
  statuses.filter(isOffered).find(({ SetBy }) => SetBy?.includes(verdict));

/** Each result names one status, so the order of the list decides nothing. */
function withMapping(
  statuses: readonly EligibilityStatus[],
  chosen: Partial<Record<CheckVerdict, string>>,
): EligibilityStatus[] {
  return statuses.map((status) => ({
    ...status,
    SetBy: checkVerdicts.filter(
      (verdict) => (chosen[verdict] ?? statusOf(statuses, verdict)?.Id ?? NONE) === status.Id,
    ),
  }));
}
