/** Moves the focus on from the heading, which has it after a navigation, unless the person was faster. */
export function focusInsteadOfHeading(element: HTMLElement | null | undefined): void {
  if (document.activeElement?.matches('body, h1') === true) element?.focus();
}

/** For what follows a control that disappeared: the focus must not fall back to the top of the page. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus();
}
