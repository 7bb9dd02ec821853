import { useEffect, useState } from 'react';
import type { Missing } from './intake-form.ts';
import { goToSection, type IntakeSectionName, intakeSections } from './intake-section.tsx';

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
