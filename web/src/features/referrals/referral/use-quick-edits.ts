import { useState } from 'react';
import type { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { type ReferralEdit, useUpdateReferral } from '../edit/use-update-referral.ts';

interface QuickEdits {
  /** As it was read. */
  referral: Referral;
  settings: Output<typeof api.settings.get> | undefined;
  onChanged: () => Promise<unknown>;
}

interface Choice {
  part: ReferralEdit;
  /** When it was saved; undefined while it is on its way. */
  savedAt?: string;
}

/** What was chosen shows at once, and until it is read back: a refresh may end with a reading that a newer one overtakes. */
export function useQuickEdits({ referral, settings, onChanged }: QuickEdits) {
  const update = useUpdateReferral();
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const isAhead = ({ savedAt }: Choice) => savedAt === undefined || savedAt > referral.UpdatedAt;
  const ahead = choices.filter(isAhead).reduce<ReferralEdit>((all, { part }) => ({ ...all, ...part }), {});
  const { StatusId = referral.StatusId, Decision = referral.Decision, OwnerId } = ahead;
  const { Interested = referral.Interested, Priority = referral.Priority } = ahead;
  const people = settings?.SettingsUsersInfo ?? [];
  const chosen = people.find(({ Id }) => Id === OwnerId) ?? referral.Owner;
  const Owner = OwnerId === undefined ? referral.Owner : chosen;

  async function change(part: ReferralEdit): Promise<boolean> {
    const choice: Choice = { part };
    setChoices((former) => [...former.filter(isAhead), choice]);
    const saved = await update.save(referral, part);
    const become = (next: readonly Choice[]) =>
      setChoices((former) => former.flatMap((each) => (each === choice ? next : each)));
    if (saved) become([{ part, savedAt: saved.UpdatedAt }]);
    // Also when it was not: someone else may have been faster.
    await onChanged();
    if (!saved) become([]);
    return saved !== undefined;
  }

  return {
    referral: {
      ...referral,
      StatusId,
      Decision,
      Interested,
      Priority,
      Owner: OwnerId === null ? null : Owner,
    },
    change,
    update,
  };
}
