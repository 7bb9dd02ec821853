/** Adds what a screen needs of a browser and happy-dom lacks. */
export function fillHappyDomGaps(): void {
  if ('showPopover' in HTMLElement.prototype) return;
  // Fields that grow with their text listen to it.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  readArrayBuffers();
  addPopovers();
}

/** Its requests answer with a view of the buffer that was asked for. */
function readArrayBuffers(): void {
  const original = Reflect.getPrototypeOf(XMLHttpRequest.prototype) ?? {};
  Object.defineProperty(XMLHttpRequest.prototype, 'response', {
    get(this: XMLHttpRequest): unknown {
      const content: unknown = Reflect.get(original, 'response', this);
      return content instanceof Uint8Array ? content.buffer : content;
    },
  });
}

/** A button opens its native popover, and Escape or the button closes it. */
function addPopovers(): void {
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
