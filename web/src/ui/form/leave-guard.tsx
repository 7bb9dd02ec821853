import { useBlocker } from '@tanstack/react-router';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx';
import { DialogOfForm, guardWork, type WorkGuard } from './unsaved-work.ts';

interface LeaveGuardProps {
  /** Called at the moment of leaving. */
  isUnsaved: () => boolean;
  /** A sentence that names the work at risk. */
  warning: string;
  draft?: LeftDraft | undefined;
}

/** Set where leaving can keep the work as a draft. */
export interface LeftDraft {
  /** Resolves to false when it could not be kept, so the person stays. */
  keep: () => Promise<boolean>;
  /** Resolves when it is gone, or soon. */
  discard: () => Promise<unknown>;
  /** Ends it without a request, which would be refused after a switch of the agency. */
  giveUp: () => void;
}

const questions = {
  page: {
    title: 'Leave this page?',
    lost: 'If you leave now, your changes are lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
  draft: {
    title: 'Keep this as a draft?',
    lost: 'It stays in Referrals under Drafts for a week. Only you can see it.',
    leave: 'Discard',
    stay: 'Stay',
  },
  dialog: {
    title: 'Close without saving?',
    lost: 'If you close this now, your changes are lost.',
    leave: 'Discard',
    stay: 'Keep editing',
  },
};

interface Asked {
  left: 'page' | 'dialog';
  /** Undefined while the closed question fades out. */
  answer?: (mayLeave: boolean) => void;
}

/**
 * Asks before typed work is left: by link, by the back button, by closing the tab or its dialog, or by a switch of the
 * agency.
 */
export function LeaveGuard({ isUnsaved, warning, draft }: LeaveGuardProps) {
  const isGivenUp = useRef(false);
  const [asked, setAsked] = useState<Asked>({ left: 'page' });
  const setWork = useContext(DialogOfForm)?.setWork;
  const isAtStake = () => !isGivenUp.current && isUnsaved();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isLeft(current, next) && isAtStake(),
    enableBeforeUnload: isAtStake,
    withResolver: true,
  });

  const guard = useEffectEvent(() => ({
    isUnsaved: isAtStake,
    isAsking: () => asked.answer !== undefined,
    ask: (left: Asked['left']) => new Promise<boolean>((answer) => setAsked({ left, answer })),
    giveUp() {
      isGivenUp.current = true;
      draft?.giveUp();
    },
  }));
  useEffect(() => {
    const own: WorkGuard = {
      isUnsaved: () => guard().isUnsaved(),
      isAsking: () => guard().isAsking(),
      ask: (left) => guard().ask(left),
      giveUp: () => guard().giveUp(),
    };
    const end = guardWork(own);
    setWork?.(own);
    return () => {
      end();
      setWork?.(undefined);
    };
  }, [setWork]);

  function decide(mayLeave: boolean) {
    if (mayLeave) isGivenUp.current = asked.answer !== undefined;
    asked.answer?.(mayLeave);
    setAsked({ left: asked.left });
    if (mayLeave) blocker.proceed?.();
    else blocker.reset?.();
  }

  const isBlocked = blocker.status === 'blocked';
  const left = isBlocked ? 'page' : asked.left;
  const { title, lost, leave, stay } = questions[draft && left === 'page' ? 'draft' : left];
  const opened = isBlocked || asked.answer !== undefined;
  if (draft)
    return (
      <ConfirmDialog
        {...{ opened, title }}
        cancel={stay}
        onClose={() => decide(false)}
        between={{
          text: leave,
          onClick: () => void draft.discard().then(() => decide(true)),
        }}
        confirm="Keep draft"
        onConfirm={() => void draft.keep().then(decide)}
        focus="confirm"
      >
        <p>{lost}</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      {...{ opened, title }}
      cancel={leave}
      onCancel={() => decide(true)}
      confirm={stay}
      onConfirm={() => decide(false)}
      onClose={() => decide(false)}
      focus="confirm"
    >
      <p>
        {warning} {lost}
      </p>
    </ConfirmDialog>
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
