import { Group, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { type Presence, ReferralSection } from '@handoff/shared/domain/referral/presence';
import { Avatar } from '../../../ui/avatar.tsx';
import styles from './presence.module.css';
import { usePresence } from './use-presence.ts';

interface AtReferralContext {
  others: readonly Presence[];
  edit: (section: ReferralSection | null) => void;
}

/** Outside a referral, such as on a new one, there are no others. */
const Context = createContext<AtReferralContext>({ others: [], edit: () => {} });

interface AtReferralProps {
  id: string;
  /** The page counts as editing even before one of its sections has the focus. */
  edits?: boolean;
  children: ReactNode;
}

/** Provides the presence of one referral to its page. */
export function AtReferral({ id, edits = false, children }: AtReferralProps) {
  const [Section, edit] = useState<ReferralSection | null>(null);
  const State = edits || Section !== null ? 'editing' : 'viewing';
  const others = usePresence(id, { State, Section });
  const context = useMemo(() => ({ others, edit }), [others]);
  return <Context value={context}>{children}</Context>;
}

/** While mounted, reports that the person edits this section. Parts that others need not see report nothing. */
export function useEditing(part: string | undefined): void {
  const { edit } = use(Context);
  useEffect(() => {
    edit(ReferralSection.safeParse(part).data ?? null);
    return () => edit(null);
  }, [edit, part]);
}

/** Initials of the other people here; screen readers also hear what they edit. */
export function OthersHere() {
  const { others } = use(Context);
  const said = others.map((each) => `${each.Person.FullName}, ${doing(each).toLowerCase()}`).join('; ');
  // Announces changes after two seconds, because people leave and return between pages.
  const [settled] = useDebouncedValue(said, 2000);
  return (
    <>
      {others.length > 0 && (
        <Group component="ul" gap="sm" className={styles['others'] ?? ''} aria-label="Also here">
          {others.map((other) => (
            <Group
              key={other.Person.Id}
              component="li"
              gap="xs"
              title={`${other.Person.FullName}: ${doing(other)}`}
            >
              <Avatar person={other.Person} />
              {other.State === 'editing' ? (
                <span className="warn small">{doing(other)}</span>
              ) : (
                <VisuallyHidden>{doing(other)}</VisuallyHidden>
              )}
            </Group>
          ))}
        </Group>
      )}
      <VisuallyHidden component="output">{settled === '' ? '' : `Also here: ${settled}`}</VisuallyHidden>
    </>
  );
}

function doing({ State, Section }: Presence): string {
  if (State === 'viewing') return 'Viewing';
  return Section === null ? 'Editing' : `Editing ${Section.toLowerCase()}`;
}

interface SectionTitleProps {
  title: string;
  id?: string;
  /** The sections whose editors are shown. */
  sections: readonly string[];
}

/** A section heading, with the people who edit the section. */
export function SectionTitle({ title, id, sections }: SectionTitleProps) {
  return (
    <Group gap="sm" align="baseline">
      <h2 id={id}>{title}</h2>
      <EditedBy sections={sections} />
    </Group>
  );
}

export function EditedBy({ sections }: Pick<SectionTitleProps, 'sections'>) {
  const { others } = use(Context);
  const editors = others.filter(({ Section }) => Section !== null && sections.includes(Section));
  if (editors.length === 0) return null;
  const names = new Intl.ListFormat('en-US').format(editors.map(({ Person }) => Person.FullName));
  return (
    <span className="warn small">
      {names} {editors.length === 1 ? 'is' : 'are'} editing this
    </span>
  );
}
