import { Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ImportProgress } from '@handoff/shared/domain/address/import-progress';
import { type StepState, stepsOf } from '../import-steps.ts';
import styles from './run.module.css';

const stateWords: Record<StepState, string> = {
  done: 'done',
  current: 'now',
  asked: 'waits for you',
  todo: 'to come',
  'not reached': 'not reached',
  stopped: 'stopped here',
  'not needed': 'not needed',
};

export function StepList({ progress }: { progress: ImportProgress }) {
  return (
    <Group
      component="ol"
      gap="xl"
      align="stretch"
      my="sm"
      className={styles['steps'] ?? ''}
      aria-label="Steps"
    >
      {stepsOf(progress).map(({ name, state }) => (
        <Group
          component="li"
          gap="sm"
          key={name}
          data-state={state}
          aria-current={state === 'current' || state === 'asked' ? 'step' : undefined}
        >
          <span className={styles['stepMark']}>
            {state === 'done' && <IconCheck size={13} aria-hidden="true" />}
            {state === 'stopped' && <IconX size={13} aria-hidden="true" />}
          </span>
          {name} <span className="soft small">{stateWords[state]}</span>
        </Group>
      ))}
    </Group>
  );
}
