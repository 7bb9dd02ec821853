/**
 * Browsers keep a page that was left, to show it again at once on Back: with a patient on it, also after a sign-out. So
 * nothing stays on a page that is kept, and one that is shown again starts anew.
 */
export function keepNothingForBack(
  page: Pick<EventTarget, 'addEventListener'>,
  { wipe, reload }: { wipe: () => void; reload: () => void },
): void {
  page.addEventListener('pagehide', (event) => isKept(event) && wipe());
  page.addEventListener('pageshow', (event) => isKept(event) && reload());
}

const isKept = (event: Event): boolean => 'persisted' in event && event.persisted === true;
