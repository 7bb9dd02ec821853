import { usersApi } from '@handoff/shared/contract/people/users';
import { useAction } from '../../data/send/outbox.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { useCurrentPerson } from '../../data/current-person.ts';
import { announceDomainSwitch } from './domain-switch-in-tabs.ts';

interface SwitchedElsewhereProps {
  onStay: () => void;
  onDiscard: () => void;
}

/** A person works in one agency at a time, so unsaved work here can be saved only after a switch back to its agency. */
export function SwitchedElsewhere({ onStay, onDiscard }: SwitchedElsewhereProps) {
  const { domain } = useCurrentPerson();
  const back = useAction(usersApi.switchBusinessDomain, {
    onSuccess() {
      onStay();
      announceDomainSwitch();
    },
  });
  return (
    <ConfirmDialog
      title="You switched agencies in another tab"
      confirm={<>Go back to {domain?.Name}</>}
      isPending={back.isPending}
      onConfirm={() => domain && void back.run({ body: { BusinessDomainId: domain.Id } })}
      cancel="Discard it"
      onCancel={onDiscard}
      onClose={onStay}
      focus="confirm"
    >
      <p>What you typed here belongs to {domain?.Name} and is not saved.</p>
    </ConfirmDialog>
  );
}
