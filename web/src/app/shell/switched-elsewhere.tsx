import { Button, Group, Modal, Stack } from '@mantine/core';
import { usersApi } from '@handoff/shared/contract/people/users';
import { useAction } from '../../data/send/use-action.ts';
import { useCurrentPerson } from '../../data/current-person.ts';

interface SwitchedElsewhereProps {
  onStay: () => void;
  onDiscard: () => void;
}

/** A person works in one agency at a time, so unsaved work here can be saved only after a switch back to its agency. */
export function SwitchedElsewhere({ onStay, onDiscard }: SwitchedElsewhereProps) {
  const { domain, domainSwitched } = useCurrentPerson();
  const back = useAction(usersApi.switchBusinessDomain, {
    onSuccess() {
      onStay();
      domainSwitched();
    },
  });
  return (
    <Modal opened onClose={onStay} title="You switched agencies in another tab" centered>
      <Stack gap="lg">
        <p>What you typed here belongs to {domain?.Name} and is not saved.</p>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={onDiscard}>
            Discard it
          </Button>
          <Button
            data-autofocus
            loading={back.isPending}
            onClick={() => domain && void back.run({ body: { BusinessDomainId: domain.Id } })}
          >
            Go back to {domain?.Name}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
