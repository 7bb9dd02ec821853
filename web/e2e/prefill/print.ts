import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import type { Style } from './paper.ts';

const fontFolder = path.resolve(import.meta.dirname, '../../../node_modules/pdfjs-dist/standard_fonts');
const inter = path.resolve(
  import.meta.dirname,
  '../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
const face = (name: string, file: string, weight: string) =>
  `@font-face{font-family:${name};font-weight:${weight};src:url(data:font/x;base64,${readFileSync(file).toString('base64')})}`;

const families: Record<Style['font'], string> = {
  Arial: 'Arial-like, sans-serif',
  Condensed: '"DejaVu Sans Condensed", sans-serif',
  Serif: '"DejaVu Serif Condensed", serif',
  Mono: '"DejaVu Sans Mono", monospace',
  Inter: 'Inter-like, sans-serif',
};

const css = `
@page{size:8.5in 11in;margin:0}
*{box-sizing:border-box}
body{margin:0;color:#000;background:#fff}
section{width:816px;height:1056px;padding:44px 52px;overflow:hidden;break-after:page;position:relative}
h1{font-size:1.35em;margin:6px 0}
h2{font-size:1.08em;margin:9px 0 3px;border-bottom:1px solid #555}
p{margin:7px 0;line-height:1.35}
.small{font-size:.78em}
.label{display:inline-block}
.line{padding:var(--gap) 0}
.cell{border:1px solid #000;margin:-1px 0 0 -1px;padding:1px 4px;min-height:30px}
.corner{font-size:.62em}
.option{white-space:nowrap;margin-right:8px}
.box{display:inline-block;width:1.05em;height:1.05em;border:1px solid #000;font-style:normal;font-size:.85em;line-height:1;text-align:center;vertical-align:-.12em}
.rule{display:inline-block;border-bottom:1px solid #000;position:relative}
.typed{position:relative;font-family:"DejaVu Sans Mono",monospace;font-size:.92em}
.part{break-inside:avoid}
table{border-collapse:collapse;width:100%;margin:3px 0}
th,td{border:1px solid #000;padding:2px 4px;text-align:left;vertical-align:top}
th{background:#e4e4e4;font-size:.9em}
.bare th,.bare td{border:0}
`;

/** Prints documents with the browser. A page that is too long is printed smaller or goes on on another one. */
export async function printer(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 816, height: 1056 }, deviceScaleFactor: 2 });
  const faces = [
    face('Arial-like', path.join(fontFolder, 'LiberationSans-Regular.ttf'), '400'),
    face('Arial-like', path.join(fontFolder, 'LiberationSans-Bold.ttf'), '700'),
    face('Inter-like', inter, '100 900'),
  ];
  await page.setContent(`<!doctype html><style>${faces.join('')}${css}</style><body></body>`);
  return {
    page,
    async show(pages: readonly string[], style: Style) {
      const html = pages.map((each) => `<section><div>${each}</div></section>`).join('');
      await page.evaluate(fill, { html, font: families[style.font], size: style.size, gap: style.gap });
    },
    pdf: async () => new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true })),
    close: () => page.close(),
  };
}

interface Filling {
  html: string;
  font: string;
  size: number;
  gap: number;
}

/** Runs inside the page. */
async function fill({ html, font, size, gap }: Filling) {
  document.body.innerHTML = html;
  document.body.style.cssText = `font:${size}px ${font};--gap:${gap / 2}px`;
  await document.fonts.ready;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has this function alone
  const isFull = (content: Element) => content.getBoundingClientRect().height > 968;
  // A section that is added behind the last one is met by the loop, too.
  for (let section = document.querySelector('section'); section;) {
    const content = section.querySelector<HTMLElement>(':scope>div');
    const next = section.cloneNode(true);
    const rest = next.firstChild;
    if (!content || !(next instanceof HTMLElement) || !(rest instanceof HTMLElement)) return;
    for (let scale = 1; isFull(content) && scale > 0.8; scale -= 0.05)
      content.style.setProperty('zoom', String(scale));
    if (isFull(content)) {
      content.style.removeProperty('zoom');
      rest.replaceChildren();
      section.after(next);
      while (isFull(content) && content.lastElementChild) rest.prepend(content.lastElementChild);
      if (content.childElementCount === 0) throw new Error('A part is longer than a page');
    }
    const following: Element | null = section.nextElementSibling;
    section = following instanceof HTMLElement ? following : null;
  }
}
