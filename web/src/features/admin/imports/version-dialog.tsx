import { addressStateUpdatesApi, importsApi } from '@handoff/shared/contract/imports';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import {
  entriesOf,
  isNationalList,
  subjectNames,
  type FileSubject,
} from '@handoff/shared/domain/address/file-subject';
import { useRead } from '../../../data/records/use-read.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { formatCount, plural } from '../../../text/format.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { focusIfLost } from '../../../ui/page-focus.ts';
import { DiffFacts } from './run/import-diff.tsx';
import { Impact } from './run/import-impact.tsx';

export type VersionAction = 'publish' | 'rollback' | 'remove';

interface VersionDialogProps {
  opened: boolean;
  action: VersionAction;
  run: Pick<StateFileImport, 'ImportId' | 'State' | 'FileName' | 'Message' | 'Progress'>;
  /** Called after a refusal, too, because the import has changed since it was shown. */
  onActed: () => void;
  onClose: () => void;
}

const MAX_IN_DIALOG = 5;

/** Publishes, rolls back to or removes a version once its consequences have been shown. */
export function VersionDialog({ opened, action, run, onActed, onClose }: VersionDialogProps) {
  const { ImportId, State } = run;
  const send = useAction(addressStateUpdatesApi[State]);
  const Action = action === 'remove' ? action : 'publish';
  const reading = useRead(importsApi.impact, opened ? { query: { id: ImportId, Action } } : null);
  const words = wordsOf[action];

  async function act() {
    const mayShrink = action === 'rollback' && reading.data?.Doubt !== null;
    await send.run({ body: { ImportId, Action: action, ...(mayShrink && { MayShrink: true }) } });
    onClose();
    onActed();
  }

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      // The button that opened the dialog is gone once its action is done.
      onExitTransitionEnd={() => focusIfLost(document.querySelector('h1'))}
      cancel="Not now"
      confirm={reading.data ? words.confirm(reading.data.Diff, State) : words.verb}
      // A file that shrinks a state takes addresses away, too.
      isDanger={typeof reading.data?.Doubt === 'string'}
      isPending={send.isPending || !reading.data}
      onConfirm={() => void act()}
      title={words.title(subjectNames[State], State)}
    >
      <div>
        <p>{words.meaning(run)}</p>
        <Reading of={reading} lines={4}>
          {(impact) => (
            <>
              {action === 'rollback' && impact.Doubt !== null && (
                <p className="message">{impact.Doubt} Make it live only if that is right.</p>
              )}
              <DiffFacts subject={State} diff={impact.Diff} />
              {!isNationalList(State) && <Impact impact={impact} most={MAX_IN_DIALOG} />}
            </>
          )}
        </Reading>
      </div>
    </ConfirmDialog>
  );
}

interface Words {
  title: (name: string, subject: FileSubject) => string;
  verb: string;
  confirm: (diff: { addressesBefore: number; addressesAfter: number }, subject: FileSubject) => string;
  meaning: (run: VersionDialogProps['run']) => string;
}

const entries = (count: number, subject: FileSubject) => plural(count, ...entriesOf(subject));

const wordsOf: Record<VersionAction, Words> = {
  publish: {
    title: (state) => `Publish this version of ${state}?`,
    verb: 'Publish',
    confirm: ({ addressesAfter }, subject) => `Publish ${entries(addressesAfter, subject)}`,
    meaning: ({ Message, Progress: { rejected, rows } }) =>
      `${Message ?? ''} ${formatCount(rejected)} of ${plural(rows, 'row')} ${rejected === 1 ? 'was' : 'were'} rejected.`,
  },
  rollback: {
    title: (state) => `Roll back to this version of ${state}?`,
    verb: 'Roll back',
    confirm: ({ addressesAfter }, subject) => `Roll back to ${entries(addressesAfter, subject)}`,
    meaning: ({ FileName }) =>
      `Staff get the version from ${FileName} again. The version that is live now stays available to go back to.`,
  },
  remove: {
    title: (name, subject) => `Remove the ${entriesOf(subject)[1]} of ${name}?`,
    verb: 'Remove',
    confirm: ({ addressesBefore }, subject) => `Remove ${entries(addressesBefore, subject)}`,
    meaning: ({ State }) =>
      `${isNationalList(State) ? `Intake then has no ${subjectNames[State]}` : `Intake can then no longer pick ZIP codes and streets of ${subjectNames[State]}`}. This version stays available to roll back to.`,
  },
};
