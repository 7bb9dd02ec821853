/**
 * Browsers cache a page that was left, to show it at once on Back, patient included, even after a sign-out. A cached
 * page is therefore emptied, and reloads when it is shown again.
 */
export function keepNothingForBack(
  page: Pick<EventTarget, 'addEventListener'>,
  { wipe, reload }: { wipe: () => void; reload: () => void },
): void {
  page.addEventListener('pagehide', (event) => isKept(event) && wipe());
  page.addEventListener('pageshow', (event) => isKept(event) && reload());
}

const isKept = (event: Event): boolean => 'persisted' in event && event.persisted === true;
