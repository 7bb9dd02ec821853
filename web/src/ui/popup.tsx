import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './popup.module.css';

/** What makes a button open the popup; the browser places the popup beside it. */
export interface Opener {
  popoverTarget: string;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
}

export interface PopupProps {
  renderButton: (opener: Opener) => ReactNode;
  position?: 'bottom-start' | 'bottom-end' | 'top-start';
  width?: number;
  /** Opens and closes it from outside, too; `onToggle` hears of each change. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

interface RoledPopupProps extends PopupProps {
  role?: 'menu' | 'dialog';
  label?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * A native popover: a click elsewhere and Escape close it, and the focus returns to the button. Its content is rendered
 * while it is open.
 */
export function Popup(props: RoledPopupProps) {
  const {
    renderButton,
    role = 'dialog',
    label,
    position = 'bottom-end',
    width,
    isOpen: wanted,
    children,
  } = props;
  const id = useId();
  const popup = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = popup.current;
    if (!element || wanted === undefined || element.matches(':popover-open') === wanted) return;
    const source = document.querySelector<HTMLElement>(`[popovertarget="${id}"]`);
    if (wanted) element.showPopover(source ? { source } : {});
    else element.hidePopover();
  }, [wanted, id]);
  return (
    <>
      {renderButton({ popoverTarget: id, 'aria-haspopup': role, 'aria-expanded': isOpen })}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is one of two */}
      <div
        ref={popup}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        tabIndex={-1}
        className={styles['popup']}
        data-position={position}
        data-mantine-stop-propagation
        style={{ width }}
        onKeyDown={props.onKeyDown}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState, currentTarget }) => {
          props.onToggle?.(newState === 'open');
          if (newState === 'open') focusFirst(currentTarget);
          // Not before: the browser returns the focus only from content that is still there.
          else setOpen(false);
        }}
        // A person who tabs on has left it.
        onBlur={({ relatedTarget, currentTarget }) => {
          if (!relatedTarget || currentTarget.contains(relatedTarget)) return;
          if (relatedTarget.getAttribute('popovertarget') !== id) currentTarget.hidePopover();
        }}
      >
        {isOpen && children}
      </div>
    </>
  );
}

const FOCUSABLE = ':is(a[href], button, input, select, [tabindex]):not(:disabled, [tabindex="-1"])';

function focusFirst(popup: HTMLElement): void {
  if (popup.contains(document.activeElement)) return;
  const first =
    popup.querySelector<HTMLElement>('[data-autofocus]') ?? popup.querySelector<HTMLElement>(FOCUSABLE);
  (first ?? popup).focus();
}
