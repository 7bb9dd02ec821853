import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, type KeyboardEvent, type ReactNode } from 'react';
import { Popup, type PopupProps } from './popup.tsx';
import styles from './popup.module.css';

/** A button with a menu: arrows move in it, and a choice closes it. */
export function Menu(props: PopupProps) {
  return <Popup role="menu" {...props} onKeyDown={moveInMenu} />;
}

interface ItemProps {
  icon?: ReactNode;
  /** Shown at the other end of the line. */
  end?: ReactNode;
  children?: ReactNode;
}

interface MenuItemProps extends ItemProps {
  onClick?: () => void;
  disabled?: boolean;
  isDangerous?: boolean;
  isCurrent?: boolean;
}

export function MenuItem({ onClick, disabled, isDangerous, isCurrent, ...content }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className={styles['item']}
      disabled={disabled}
      data-dangerous={isDangerous}
      data-mantine-stop-propagation
      aria-current={isCurrent}
      onClick={(event) => {
        closeMenuOf(event.currentTarget);
        onClick?.();
      }}
    >
      <ItemContent {...content} />
    </button>
  );
}

/** A link of the application in a menu. */
export const MenuLink = createLink(function MenuAnchor({
  icon,
  end,
  children,
  href,
  onClick,
  ...props
}: ItemProps & ComponentPropsWithRef<'a'>) {
  return (
    <a
      {...props}
      href={href}
      role="menuitem"
      className={styles['item']}
      data-mantine-stop-propagation
      onClick={(event) => {
        closeMenuOf(event.currentTarget);
        onClick?.(event);
      }}
    >
      <ItemContent {...{ icon, end }}>{children}</ItemContent>
    </a>
  );
});

interface MenuChoiceProps {
  kind: 'checkbox' | 'radio';
  isChecked: boolean;
  onClick: () => void;
  /** Further choices may follow. */
  staysOpen?: boolean;
  children: ReactNode;
}

export function MenuChoice({ kind, isChecked, onClick, staysOpen = false, children }: MenuChoiceProps) {
  return (
    <button
      type="button"
      role={`menuitem${kind}`}
      aria-checked={isChecked}
      className={styles['item']}
      data-mantine-stop-propagation
      onClick={(event) => {
        if (!staysOpen) closeMenuOf(event.currentTarget);
        onClick();
      }}
    >
      <span className={styles['mark']} aria-hidden="true" />
      {children}
    </button>
  );
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <div className={`label soft small ${styles['label']}`}>{children}</div>
);

export const MenuDivider = () => <hr className={styles['divider']} />;

function ItemContent({ icon, end, children }: ItemProps) {
  return (
    <>
      {icon}
      <span className={styles['text']}>{children}</span>
      {end}
    </>
  );
}

const closeMenuOf = (item: Element) => item.closest<HTMLElement>('[popover]')?.hidePopover();

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')];
  const at = items.findIndex((item) => item === document.activeElement);
  const targets: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items[target]?.focus();
}
