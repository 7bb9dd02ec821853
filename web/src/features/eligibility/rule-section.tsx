import { type ReactNode, useId } from 'react';

interface RuleSectionProps {
  title: string;
  /** What it decides. */
  about: string;
  children: ReactNode;
}

export function RuleSection({ title, about, children }: RuleSectionProps) {
  const id = useId();
  return (
    <section className="rule-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft">{about}</p>
      {children}
    </section>
  );
}
