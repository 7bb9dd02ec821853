import type { ReactNode } from 'react';

export const intakeSections = [
  'Source',
  'Patient',
  'Address',
  'Payer',
  'Services',
  'Documents',
  'Review',
] as const;
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
export function goToSection(name: IntakeSectionName): void {
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
