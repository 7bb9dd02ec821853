import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { ReferralSection } from '@handoff/shared/domain/referral/presence';
import styles from './intake.module.css';
import { focusField } from '../../../ui/form/field.tsx';
import { SettledOutput } from '../../../ui/feedback/settled-output.tsx';
import { SectionTitle } from '../presence/presence.tsx';
import { countOf, type Missing } from './missing-fields.ts';

const intakeSections = [...ReferralSection.exclude(['Notes']).options, 'Documents', 'Review'] as const;
export type IntakeSectionName = (typeof intakeSections)[number];

const sectionId = (name: IntakeSectionName) => `intake-${name.toLowerCase()}`;

/** How many of the twelve columns the field spans. */
export const wide = (columns: 2 | 3 | 4 | 6 | 8 | 10 | 12) => styles[`w${columns}`];

export function IntakeSection({ name, children }: { name: IntakeSectionName; children: ReactNode }) {
  const id = sectionId(name);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the Enter of its fields
    <section
      className={styles['section']}
      aria-labelledby={`${id}-title`}
      data-section={name}
      id={id}
      onKeyDown={goOn}
    >
      <SectionTitle title={name} id={`${id}-title`} sections={[name]} />
      <div className={styles['fields']}>{children}</div>
    </section>
  );
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/**
 * Enter moves to the next field, so that it cannot save a half-typed referral, and Ctrl with an arrow to the next part.
 */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, defaultPrevented } = event;
  const step = event.ctrlKey ? steps.get(key) : undefined;
  if (step !== undefined) {
    const current = intakeSections.findIndex((name) => sectionId(name) === currentTarget.id);
    const next = intakeSections[current + step];
    event.preventDefault();
    if (next) goToSection(next);
    return;
  }
  if (key !== 'Enter' || defaultPrevented || !(target instanceof HTMLInputElement) || target.type === 'file')
    return;
  event.preventDefault();
  focusAfter(target);
}

/** Focuses the next field of the form. Enter is pressed without looking, so the only buttons it meets open fields. */
export function focusAfter(field: Element | null): void {
  const all = field
    ?.closest('[data-section]')
    ?.closest('fieldset')
    ?.querySelectorAll<HTMLElement>('input, select, textarea, button[data-opens-fields]');
  const fields = [...(all ?? [])];
  fields
    .slice(fields.findIndex((each) => each === field) + 1)
    .find(({ tabIndex, offsetParent }) => tabIndex >= 0 && offsetParent !== null)
    ?.focus();
}

/** Focuses the first field of a section, or its first button. */
function goToSection(name: IntakeSectionName): void {
  const section = document.getElementById(sectionId(name));
  section?.scrollIntoView({ block: 'start' });
  const first = section?.querySelector('input, select, textarea, button, a');
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
}

/** The sections of the page: the current one, and what each still needs. */
export function IntakeIndex({
  missing,
  without,
}: {
  missing: readonly Missing[];
  /** The sections that this form lacks. */
  without: readonly IntakeSectionName[];
}) {
  const sections = intakeSections.filter((name) => !without.includes(name));
  const current = useFocusedSection();
  return (
    <nav aria-label="Parts of the referral" className={styles['index']}>
      <ol>
        {sections.map((name) => {
          const own = missing.filter(({ section }) => section === name);
          const now = own.filter(({ isLater }) => !isLater);
          const wrong = now.filter(({ isWrong }) => isWrong).length;
          return (
            <li key={name}>
              <button
                type="button"
                aria-current={name === current ? 'location' : undefined}
                onClick={() => goToSection(name)}
              >
                {name}
                {own.length > 0 && (
                  <span className={styles['count']}>
                    {wrong > 0
                      ? `${wrong} to correct`
                      : now.length > 0
                        ? `${now.length} required`
                        : `${own.length} later`}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      <p className={styles['keys']}>
        <kbd>Ctrl</kbd> <kbd>↓</kbd> next part
      </p>
    </nav>
  );
}

/** Beside the save button; leads to the first missing field. */
export function MissingCount({ missing }: { missing: readonly Missing[] }) {
  const [first] = missing;
  return (
    <>
      <VisuallyHidden>
        <SettledOutput text={first ? countOf(missing) : ''} />
      </VisuallyHidden>
      {first && (
        <button type="button" className="text-button" onClick={() => focusField(first.path)}>
          {countOf(missing)}
        </button>
      )}
    </>
  );
}

/** The section that has, or last had, the focus. */
export function useFocusedSection(): IntakeSectionName | undefined {
  const [current, setCurrent] = useState<IntakeSectionName | undefined>();
  useEffect(() => {
    function look({ target }: FocusEvent) {
      const around = target instanceof Element ? target.closest('[data-section]') : null;
      if (around) setCurrent(intakeSections.find((name) => name === around.getAttribute('data-section')));
    }
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, []);
  return current;
}
