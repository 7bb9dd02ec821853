import { type ReactNode, useEffect, useState } from 'react';
import type { Missing } from './intake-form.ts';
import type { CallError } from '../../../lib/api/call-error.ts';

const intakeSections = ['Source', 'Patient', 'Address', 'Payer', 'Services', 'Documents', 'Review'] as const;
export type IntakeSectionName = (typeof intakeSections)[number];

const sectionId = (name: IntakeSectionName) => `intake-${name.toLowerCase()}`;

export function IntakeSection({ name, children }: { name: IntakeSectionName; children: ReactNode }) {
  const id = sectionId(name);
  return (
    <section className="intake-section" aria-labelledby={`${id}-title`} data-section={name} id={id}>
      <h2 id={`${id}-title`}>{name}</h2>
      <div className="intake-fields">{children}</div>
    </section>
  );
}

/** To the first field of a section, or its first button. */
function goToSection(name: IntakeSectionName): void {
  const section = document.getElementById(sectionId(name));
  section?.scrollIntoView({ block: 'start' });
  const first = section?.querySelector('input, select, textarea, button, a');
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
}

/** To the field of a path such as `Patient.LastName`. */
export function goToField(path: string): void {
  const field = document.querySelector(`[data-path="${CSS.escape(path)}"]`);
  if (field instanceof HTMLElement) field.focus();
}

/** The page at a glance: where one is, and how much each part still lacks. */
export function IntakeIndex({
  missing,
  sections = intakeSections,
}: {
  missing: readonly Missing[];
  sections?: readonly IntakeSectionName[];
}) {
  const current = useFocusedSection();
  return (
    <nav aria-label="Parts of the referral" className="intake-index">
      <ol>
        {sections.map((name) => {
          const count = missing.filter(({ section }) => section === name).length;
          return (
            <li key={name}>
              <button
                type="button"
                aria-current={name === current ? 'location' : undefined}
                onClick={() => goToSection(name)}
              >
                {name}
                {count > 0 && <span className="intake-index-count">{count} to fill</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function useFocusedSection(): IntakeSectionName | undefined {
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

/** Stays until the next attempt: the toast is gone after four seconds. */
export function SaveTrouble({ error }: { error: CallError | undefined }) {
  if (!error) return null;
  return (
    <div role="alert" className="intake-trouble">
      <b>{error.message}</b>
      {!error.isAnswered && (
        <span>
          It is not known whether the referral was saved. Save again: it will not be recorded twice.
        </span>
      )}
      {error.requestId !== undefined && (
        <span className="small">
          Request <span className="request-id">{error.requestId}</span>
        </span>
      )}
    </div>
  );
}
