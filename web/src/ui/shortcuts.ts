import type { Permission } from '@handoff/shared/domain/access/role';

export interface Shortcut {
  /** The browser's name for it; without `held` it is pressed alone, and only outside of fields. */
  key: string;
  held?: 'Control' | 'Alt';
  /** The line of the help page. Keys with the same text share a line. */
  help: string;
  /** The word beside the key below a list. */
  hint?: string;
  /** One of these rights; without it, for everyone. */
  may?: readonly Permission[];
}

const NEXT = { help: 'Next or previous row, or referral when one is open', hint: 'move' };
const SELECT = {
  help: 'Select the row; with Shift, all rows up to it',
  hint: 'select',
  may: ['referrals.edit', 'access.review', 'users.manage'],
} as const;
const CARD = { help: 'Move between cards on the board', hint: 'card' };
const edit = ['referrals.edit'] as const;

/** Every shortcut, in the order of the help page; handlers, hints and help follow from it. */
export const shortcuts = {
  palette: { key: 'k', held: 'Control', help: 'Search, or go to a page or a referral' },
  help: { key: '?', help: 'Show these shortcuts', hint: 'all keys' },
  next: { key: 'j', ...NEXT },
  previous: { key: 'k', ...NEXT },
  open: { key: 'Enter', help: 'Open the row', hint: 'open' },
  search: { key: '/', help: 'Search the list', hint: 'search' },
  note: { key: 'n', help: 'Add a note', hint: 'note', may: ['notes.write'] },
  check: { key: 'e', help: 'Check Medicare eligibility', hint: 'eligibility', may: ['eligibility.check'] },
  select: { key: 'x', ...SELECT },
  selectUpTo: { key: 'X', ...SELECT },
  assign: { key: 'a', help: 'Assign the row or the selected referrals', hint: 'assign', may: edit },
  status: {
    key: 's',
    help: 'Change the status of the row or the selected referrals',
    hint: 'status',
    may: edit,
  },
  clear: { key: 'Escape', help: 'Clear the selection', may: SELECT.may },
  create: { key: 'c', help: 'New referral', may: edit },
  paper: { key: 'p', help: 'Show or hide the page beside a new referral', may: edit },
  left: { key: 'ArrowLeft', ...CARD },
  up: { key: 'ArrowUp', ...CARD },
  down: { key: 'ArrowDown', ...CARD },
  right: { key: 'ArrowRight', ...CARD },
  moveCard: { key: 'm', help: 'Move the card to another status', hint: 'move to…', may: edit },
  save: { key: 'Enter', held: 'Control', help: 'Save a form' },
  message: { key: 't', held: 'Alt', help: 'Go to the latest pop-up message' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;
export const shortcutNames = Object.keys(shortcuts).filter((name): name is ShortcutName => name in shortcuts);

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowRight: '→',
  Control: 'Ctrl',
  Escape: 'Esc',
};

/** The texts on the keys. */
export function signsOf(name: ShortcutName): string[] {
  const { key, held }: Shortcut = shortcuts[name];
  return [...(held ? [held] : []), key].map(
    (part) => signs[part] ?? (part.length === 1 ? part.toUpperCase() : part),
  );
}

/** The value of aria-keyshortcuts. */
export function ariaKeysOf(name: ShortcutName): string {
  const { key, held }: Shortcut = shortcuts[name];
  return held ? `${held}+${key.length === 1 ? key.toUpperCase() : key}` : key;
}

/** The shortcuts of a person with these rights that share a text, with the signs of their keys. */
export function shortcutsBy(
  text: 'help' | 'hint',
  names: readonly ShortcutName[],
  may: (permission: Permission) => boolean,
): [text: string, ...signs: string[]][] {
  const lines = new Map<string, Set<string>>();
  for (const name of names) {
    const shortcut: Shortcut = shortcuts[name];
    const line = shortcut[text];
    if (line === undefined || shortcut.may?.some(may) === false) continue;
    lines.set(line, new Set([...(lines.get(line) ?? []), ...signsOf(name)]));
  }
  return [...lines].map(([line, keys]) => [line, ...keys]);
}
