import { Button, Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

interface LeaveGuardProps {
  /** Asked at the moment of leaving. */
  isUnsaved: () => boolean;
  /** What would be lost, as a sentence. */
  warning: string;
}

/** Asks before typed work is left, by link, by the back button or by closing the tab. */
export function LeaveGuard({ isUnsaved, warning }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave this page?"
      centered
    >
      <p>{warning} If you leave now, it is lost.</p>
      <Group gap="sm" justify="flex-end">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}
