import { createHash } from 'node:crypto';
import type { Context } from 'hono';

const pageStyle = `
:root {
  --page: #f3f6f8; --card: #ffffff; --ink: #14232f; --quiet: #52636f; --line: #d5dee4;
  --hover: #edf4f8; --accent: #0b6487; --avatar: #dcecf4; --avatar-ink: #0a4a63;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f171d; --card: #17222a; --ink: #e8eff3; --quiet: #a3b4bf; --line: #2b3a45;
    --hover: #1e2d37; --accent: #74c3e4; --avatar: #1f4254; --avatar-ink: #c4e7f6;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 2rem 1rem; display: flex; flex-direction: column; align-items: center;
  justify-content: center; gap: 1.25rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main {
  width: 100%; max-width: 30rem; padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 16px; box-shadow: 0 12px 32px rgb(0 0 0 / 8%);
}
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; }
p { margin: 0.375rem 0 0; color: var(--quiet); }
ul { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; gap: 0.5rem; }
form { margin: 0; }
button { font: inherit; color: inherit; cursor: pointer; }
.person {
  width: 100%; display: flex; align-items: center; gap: 0.875rem; padding: 0.75rem; text-align: start;
  background: transparent; border: 1px solid var(--line); border-radius: 12px; transition: background-color 120ms;
}
.person:hover { background: var(--hover); border-color: var(--accent); }
.avatar {
  flex: none; width: 2.75rem; height: 2.75rem; display: grid; place-items: center; border-radius: 50%;
  background: var(--avatar); color: var(--avatar-ink); font-weight: 600;
}
.who { min-width: 0; display: grid; overflow-wrap: anywhere; }
.name { font-weight: 600; }
.detail { font-size: 0.875rem; color: var(--quiet); }
.cancel { padding: 0.25rem 0; background: none; border: 0; color: var(--accent); text-decoration: underline; text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { max-width: 30rem; font-size: 0.875rem; color: var(--quiet); text-align: center; }
@media (prefers-reduced-motion: reduce) { .person { transition: none; } }
`;

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

interface Page {
  status: 200 | 400 | 404;
  title: string;
  /** Markup; foreign text passes through `escapeHtml` first. */
  main: string;
  formTargets?: readonly string[];
}

export function page(
  c: Context,
  { status, title, main, formTargets = [] }: Page,
): Response | Promise<Response> {
  // Browsers apply form-action to the redirect after the form as well, so the app's origin has to be in it.
  const formAction = ["'self'", ...formTargets].join(' ');
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  );
  // Not no-referrer: that would turn the form's Origin header into "null".
  c.header('Referrer-Policy', 'same-origin');
  return c.html(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
</head>
<body>
<main>
${main}
</main>
<footer>This is the <strong>local identity server</strong>. It replaces Microsoft Entra on this computer: there are no passwords, and no one here is real.</footer>
</body>
</html>
`,
    status,
  );
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
