import { globSync, readFileSync } from 'node:fs';
import type { Resource } from './evaluate.ts';
import { asFields, at, textOf } from './values.ts';

/** Written when all is well. */
const needNoAlert = ['exchanges-removed', 'referral-purged'];

/** Every event that the API logs as trouble raises an alert, and no alert waits for one that nobody writes. */
export function alertProblems(resources: Resource[]): string[] {
  const rules = resources.filter(({ type }) => type === 'Microsoft.Insights/scheduledQueryRules');
  const watched = new Set(rules.flatMap(eventsIn));
  const logged = loggedEvents();
  return [
    ...logged
      .filter((event) => !watched.has(event) && !needNoAlert.includes(event))
      .map((event) => `no alert watches the event ${event}`),
    ...[...watched]
      .filter((event) => !logged.includes(event))
      .map((event) => `nobody logs the event ${event}`),
    ...rules
      .filter(
        ({ body }) => !textOf(at(body, 'properties.actions.actionGroups') ?? '').includes('actionGroups/'),
      )
      .map(({ body }) => `alert ${textOf(body['name'])} reaches nobody`),
  ];
}

/** Those in `line.event == "…"` and `line.event in ("…", "…")`. */
function eventsIn({ body }: Resource): string[] {
  const [condition] = [at(body, 'properties.criteria.allOf')].flat();
  const query = textOf(asFields(condition)['query']);
  const [, named = ''] = /line\.event (?:== |in \()((?:"[a-z-]+"(?:, )?)+)/.exec(query) ?? [];
  return [...named.matchAll(/[a-z-]+/g)].map(([event]) => event);
}

function loggedEvents(): string[] {
  const files = globSync('functions/src/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  const events = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bevent: '([a-z-]+)'/g)].map(([, event = '']) => event),
  );
  return [...new Set(events)];
}
