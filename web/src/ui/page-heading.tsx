import { type ReactNode, useEffect, useRef } from 'react';

// Moves the focus to the heading of every page except the first of a tab, so that loading a tab takes no focus.
let isFirstPage = true;

export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isFirstPage) heading.current?.focus();
    isFirstPage = false;
  }, []);

  return (
    <header className="page-head">
      <h1 ref={heading} tabIndex={-1} className="page-title">
        {title}
      </h1>
      {children}
    </header>
  );
}
