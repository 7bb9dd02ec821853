import { type ReactNode, useEffect, useRef } from 'react';

// The first page of a tab leaves focus where the browser put it; every later one takes it to its heading.
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
