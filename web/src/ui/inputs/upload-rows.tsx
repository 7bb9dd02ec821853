import { ActionIcon, Group, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { IconFile, IconX } from '@tabler/icons-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { CallError } from '../../data/send/call-error.ts';
import { isSent, type Upload, type Uploads } from '../../data/send/uploads.ts';
import { formatBytes } from '../../text/format.ts';
import styles from './upload-rows.module.css';

export const UploadRows = ({ children }: { children: ReactNode }) => (
  <ul className={styles['uploads']}>{children}</ul>
);

interface UploadRowProps<Item extends Upload> {
  of: Uploads<Item>;
  item: Item;
  /** What is known of the file, below its name. */
  facts?: ReactNode;
  /** What can be changed of it. */
  choices?: ReactNode;
  onRemove?: () => void;
}

/** How far a file is, and what can be done about it. */
export function UploadRow<Item extends Upload>({ of, item, facts, choices, onRemove }: UploadRowProps<Item>) {
  const { id, name, size, isSending, failure } = item;
  return (
    <Group component="li" wrap="nowrap" className={styles['upload'] ?? ''}>
      <IconFile size={16} aria-hidden="true" />
      <div className={styles['file']}>
        {name} <span className="soft small number">{formatBytes(size)}</span>
        {isSending && <SendingState uploads={of} item={item} />}
        {failure && <FailedState failure={failure} onRetry={() => of.again(id)} />}
        {isSent(item) && <output className="small soft">Uploaded</output>}
        {facts}
      </div>
      {choices}
      <ActionIcon
        size="lg"
        aria-label={`${isSending ? 'Stop sending' : 'Remove'} ${name}`}
        onClick={() => {
          of.remove(id);
          onRemove?.();
        }}
      >
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}

interface SendingStateProps<Item extends Upload> {
  uploads: Uploads<Item>;
  item: Item;
}

/** Alone is rendered for each step of the progress. */
function SendingState<Item extends Upload>({ uploads, item: { id, name } }: SendingStateProps<Item>) {
  const { share, isInterrupted } = useSyncExternalStore(uploads.subscribe, () => uploads.progressOf(id));
  const percent = Math.floor(share * 100);
  const text = percent < 100 ? `Sending, ${percent}%` : 'Storing…';
  return (
    <>
      <Progress maw="60ch" value={percent} aria-label={`Sending ${name}`} />
      <span className="small soft number" aria-live={isInterrupted ? 'polite' : 'off'}>
        {isInterrupted ? 'Connection lost. The upload continues by itself.' : text}
      </span>
    </>
  );
}

function FailedState({ failure, onRetry }: { failure: CallError; onRetry: () => void }) {
  const { message, requestId, isAnswered } = failure;
  return (
    <span role="alert" className={`wrong small ${styles['failure']}`}>
      {message}{' '}
      {requestId !== undefined && (
        <>
          Request <span className="request-id">{requestId}</span>{' '}
        </>
      )}
      {!isAnswered && (
        <button type="button" className="text-button" onClick={onRetry}>
          Try again
        </button>
      )}
    </span>
  );
}

/** Why chosen files were not taken. */
export function RefusedFiles({ of, onDismiss }: { of: readonly string[]; onDismiss: () => void }) {
  if (of.length === 0) return null;
  return (
    <div role="alert" className={`wrong small ${styles['failure']}`}>
      {of.map((refusal) => (
        <p key={refusal}>{refusal}</p>
      ))}
      <button type="button" className="text-button" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  );
}
