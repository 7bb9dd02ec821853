/** Adds native popovers, which happy-dom lacks: a button opens its own, and Escape or the button closes it. */
export function addNativePopovers(): void {
  if ('showPopover' in HTMLElement.prototype) return;
  const open = new Map<HTMLElement, HTMLElement | null>();

  function show(popup: HTMLElement, source: HTMLElement | null): void {
    if (open.has(popup)) return;
    open.set(popup, source);
    say(popup, 'open');
  }
  function hide(popup: HTMLElement): void {
    const source = open.get(popup);
    if (!open.delete(popup)) return;
    say(popup, 'closed');
    if (popup.contains(document.activeElement)) source?.focus();
  }

  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement, { source = null }: { source?: HTMLElement | null } = {}) {
      show(this, source);
    },
    hidePopover(this: HTMLElement) {
      hide(this);
    },
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[popovertarget]');
    const popup = button && document.getElementById(button.getAttribute('popovertarget') ?? '');
    if (popup && open.has(popup)) hide(popup);
    else if (popup) show(popup, button);
  });
  document.addEventListener('keydown', ({ key }) => {
    const last = [...open.keys()].at(-1);
    if (key === 'Escape' && last) hide(last);
  });
}

/** Like a browser, which dispatches `toggle` in a later task. */
function say(popup: HTMLElement, newState: 'open' | 'closed'): void {
  const dispatch = (name: string) => popup.dispatchEvent(Object.assign(new Event(name), { newState }));
  dispatch('beforetoggle');
  setTimeout(() => popup.isConnected && dispatch('toggle'));
}
