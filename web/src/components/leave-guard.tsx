import { Button, Group, Modal, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { guardWork } from '../lib/drafts/unsaved-work.ts';

interface LeaveGuardProps {
  /** Asked at the moment of leaving. */
  isUnsaved: () => boolean;
  /** What would be lost, as a sentence. */
  warning: string;
}

/** Asks before typed work is left: by link, by the back button, by closing the tab or by a switch of the agency. */
export function LeaveGuard({ isUnsaved, warning }: LeaveGuardProps) {
  const isGivenUp = useRef(false);
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | undefined>();
  const isAtStake = () => !isGivenUp.current && isUnsaved();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isLeft(current, next) && isAtStake(),
    enableBeforeUnload: isAtStake,
    withResolver: true,
  });

  const guard = useEffectEvent(() => ({
    isUnsaved: isAtStake,
    ask: () => new Promise<boolean>((resolve) => setAnswer(() => resolve)),
    giveUp: () => void (isGivenUp.current = true),
  }));
  useEffect(
    () =>
      guardWork({
        isUnsaved: () => guard().isUnsaved(),
        ask: () => guard().ask(),
        giveUp: () => guard().giveUp(),
      }),
    [],
  );

  function decide(mayLeave: boolean) {
    if (mayLeave) isGivenUp.current = answer !== undefined;
    answer?.(mayLeave);
    setAnswer(undefined);
    if (mayLeave) blocker.proceed?.();
    else blocker.reset?.();
  }

  return (
    <Modal
      opened={blocker.status === 'blocked' || answer !== undefined}
      onClose={() => decide(false)}
      title="Leave this page?"
      centered
    >
      <Stack gap="lg">
        <p>{warning} If you leave now, it is lost.</p>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={() => decide(true)}>
            Leave
          </Button>
          <Button data-autofocus onClick={() => decide(false)}>
            Stay
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface Place {
  pathname: string;
  search: object;
}

/** For another page, or for another record beside the same list. */
const isLeft = (current: Place, next: Place) =>
  current.pathname !== next.pathname || editedIn(current) !== editedIn(next);

const editedIn = ({ search }: Place): unknown => ('edit' in search ? search.edit : undefined);
