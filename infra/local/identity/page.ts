import { createHash } from 'node:crypto';
import type { Answer } from './exchange.ts';
import { pageStyle } from './page-style.ts';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** `main` is markup; whatever is not ours goes through `escapeHtml` first. */
export function page(
  status: number,
  content: { title: string; main: string },
  formTargets: readonly string[] = [],
): Answer {
  // Browsers apply form-action to the redirect after the form as well, so the app's origin has to be in it.
  const formAction = ["'self'", ...formTargets].join(' ');
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      // Not no-referrer: that would turn the form's Origin header into "null".
      'Referrer-Policy': 'same-origin',
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(content.title)}</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
</head>
<body>
<main>
${content.main}
</main>
<footer>This is the <strong>local identity server</strong>. It stands in for Microsoft Entra on this computer: there are no passwords, and nobody here is real.</footer>
</body>
</html>
`,
  };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
