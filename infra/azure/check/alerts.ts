import { globSync, readFileSync } from 'node:fs';
import type { Resource } from './evaluate.ts';
import { metrics } from '../../../functions/src/platform/telemetry/metrics.ts';
import { asFields, at, textOf } from './values.ts';

/** Written when all is well. */
const needNoAlert = ['exchanges-removed', 'keys-renewed', 'referral-purged'];

/** Every event that the API logs as trouble raises an alert, and no alert waits for an event or metric that nobody writes. */
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
      .flatMap(metricsIn)
      .filter((name) => !metrics.some((metric) => metric.name === name))
      .map((name) => `nobody measures ${name}`),
    ...rules
      .filter(
        ({ body }) => !textOf(at(body, 'properties.actions.actionGroups') ?? '').includes('actionGroups/'),
      )
      .map(({ body }) => `alert ${textOf(body['name'])} reaches nobody`),
  ];
}

/** Those in `line.event == "…"` and `line.event in ("…", "…")`. */
function eventsIn(rule: Resource): string[] {
  const [, named = ''] = /line\.event (?:== |in \()((?:"[a-z-]+"(?:, )?)+)/.exec(queryOf(rule)) ?? [];
  return [...named.matchAll(/[a-z-]+/g)].map(([event]) => event);
}

const metricsIn = (rule: Resource): string[] =>
  [...queryOf(rule).matchAll(/\bName == "([a-z.]+)"/g)].map(([, name = '']) => name);

function queryOf({ body }: Resource): string {
  const [condition] = [at(body, 'properties.criteria.allOf')].flat();
  return textOf(asFields(condition)['query']);
}

function loggedEvents(): string[] {
  const files = globSync('functions/src/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  const events = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bevent: '([a-z-]+)'/g)].map(([, event = '']) => event),
  );
  return [...new Set(events)];
}
