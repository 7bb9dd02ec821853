import type { Page } from 'playwright-core';

interface ShownText {
  text: string;
  element: Element;
  /** The bar or dialog that it moves with; it may cover other texts. */
  floating: Element | undefined;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

// oxlint-disable unicorn/consistent-function-scoping -- they run in the page, which knows no others

/** Returns the pairs of texts of which one covers a part of the other. */
export function coveredTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = textNodes().flatMap((node) => shownTexts(node));
    return shown.flatMap((one, index) =>
      shown
        .slice(index + 1)
        .filter((other) => covers(one, other))
        .map((other) => `${one.text} / ${other.text}`),
    );

    function textNodes(): Text[] {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      while (walker.nextNode()) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode);
      return nodes;
    }

    function shownTexts(node: Text): ShownText[] {
      const { parentElement: element } = node;
      const isSeen = element?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const text = node.data.trim().slice(0, 40);
      if (!element || isSeen !== true || text === '') return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      const ancestors = ancestorsOf(element);
      const floating = ancestors.find((each) => /fixed|sticky/.test(getComputedStyle(each).position));
      return [...range.getClientRects()].map((rect) => ({
        text,
        element,
        floating,
        ...cut(rect, ancestors),
      }));
    }

    function ancestorsOf(element: Element): Element[] {
      const { parentElement } = element;
      return [element, ...(parentElement ? ancestorsOf(parentElement) : [])];
    }

    /** Boxes that scroll, or show nothing to the eye, cut what they hold. */
    function cut({ left, top, right, bottom }: DOMRect, ancestors: Element[]) {
      const cutting = ancestors.filter((each) => {
        const { overflow, clip, clipPath } = getComputedStyle(each);
        return overflow !== 'visible' || clip !== 'auto' || clipPath !== 'none';
      });
      const boxes = cutting.map((each) => each.getBoundingClientRect());
      return {
        left: Math.max(left, ...boxes.map((box) => box.left)),
        top: Math.max(top, ...boxes.map((box) => box.top)),
        right: Math.min(right, ...boxes.map((box) => box.right)),
        bottom: Math.min(bottom, ...boxes.map((box) => box.bottom)),
      };
    }

    /** A line may be a little higher than its letters. */
    function covers(one: ShownText, other: ShownText): boolean {
      if (one.element === other.element || one.floating !== other.floating) return false;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return width > 2 && height > 5;
    }
  });
}
