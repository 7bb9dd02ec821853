import type { Context } from 'hono';
import type { Person } from '../identity-options.ts';
import { escapeHtml, page } from './page.ts';

/** Posts the choice back to the page's own address, which contains the complete sign-in request. */
export function accountPicker(
  c: Context,
  options: { people: readonly Person[]; formTarget: string },
): Response | Promise<Response> {
  const action = escapeHtml(new URL(c.req.url).search);
  const main = `<h1>Who is signing in?</h1>
<p>Choose a person to continue to Handoff.</p>
<form method="post" action="${action}">
<ul>
${options.people.map(personButton).join('\n')}
</ul>
<button class="cancel" name="cancel" value="yes">Go back without signing in</button>
</form>`;
  const formTargets = [options.formTarget];
  return page(c, { status: 200, title: 'Sign in – local identity server', main, formTargets });
}

function personButton(person: Person): string {
  const title = person.title === undefined ? '' : `<span class="detail">${escapeHtml(person.title)}</span>\n`;
  return `<li><button class="person" name="person" value="${escapeHtml(person.oid)}">
<span class="avatar" aria-hidden="true">${escapeHtml(initials(person.name))}</span>
<span class="who"><span class="name">${escapeHtml(person.name)}</span>
${title}<span class="detail">${escapeHtml(person.email)}</span></span>
</button></li>`;
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return ends
    .map((word) => word?.slice(0, 1) ?? '')
    .join('')
    .toUpperCase();
}
