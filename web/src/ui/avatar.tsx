import { VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import styles from './marks.module.css';

interface AvatarProps {
  /** A dashed ring shows that no one is assigned. */
  person: { Id: string; FullName: string } | null;
}

const tones = ['accent', 'violet', 'teal', 'orange'] as const;

/** A person's initials. The color identifies the person and has no meaning of its own. */
export function Avatar({ person }: AvatarProps) {
  if (!person)
    return (
      <span className={`strong small ${styles['avatar']}`} data-unassigned="true" title="Unassigned">
        <IconPlus size={12} aria-hidden="true" />
        <VisuallyHidden>Unassigned</VisuallyHidden>
      </span>
    );
  const tone = toneOf(person.Id);
  return (
    <span
      className={`strong small ${styles['avatar']}`}
      style={{ background: `var(--${tone}-soft)`, color: `var(--${tone}-text)` }}
      title={person.FullName}
    >
      <span aria-hidden="true">{initialsOf(person.FullName)}</span>
      <VisuallyHidden>{person.FullName}</VisuallyHidden>
    </span>
  );
}

/** Takes the first and the last name: "AM" for Ana Marshdemo. */
function initialsOf(name: string): string {
  const words = name.split(/[\s,]+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '');
  return letters.join('').toUpperCase();
}

function toneOf(id: string): (typeof tones)[number] {
  let sum = 0;
  for (const letter of id) sum += letter.codePointAt(0) ?? 0;
  return tones[sum % tones.length] ?? 'accent';
}
