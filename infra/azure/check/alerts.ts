import { globSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Resource } from './evaluate.ts';
import { errorStatus } from '../../../shared/src/contract/errors.ts';
import { importStatuses } from '../../../shared/src/domain/address/import-progress.ts';
import type { CheckFailure, ProviderReply } from '../../../functions/src/platform/eligibility-provider.ts';
import { metrics } from '../../../functions/src/platform/telemetry/metrics.ts';
import type { ReadTemplate } from './parse.ts';
import { asFields, at, textOf } from './values.ts';

/** Events of normal operation; a run that is not recorded is made good by the next one. */
const needNoAlert = ['exchanges-removed', 'job-run-not-recorded', 'keys-renewed', 'referral-purged'];

/** Outcomes of metrics on which alerts filter. */
const outcomes: Record<string, readonly string[]> = {
  'handoff.import.rate': importStatuses,
  'handoff.payer': ['answered', 'rejected', 'notConfigured'] satisfies (
    | ProviderReply['outcome']
    | CheckFailure
  )[],
};

/** Reports events that the API logs as trouble without an alert, and alerts on events that are never logged. */
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
      .map((event) => `no one logs the event ${event}`),
    ...rules
      .filter(isCutShort)
      .map(({ body }) => `alert ${textOf(body['name'])} sees a part of the day that its query sums up`),
    ...rules
      .flatMap(metricsIn)
      .filter((name) => !metrics.some((metric) => metric.name === name))
      .map((name) => `no one measures ${name}`),
    ...rules
      .flatMap(codesIn)
      .filter((code) => !Object.hasOwn(errorStatus, code))
      .map((code) => `no answer has the code ${code}`),
    ...rules.flatMap((rule) =>
      metricsIn(rule).flatMap((name) =>
        outcomesIn(rule)
          .filter((outcome) => !outcomes[name]?.includes(outcome))
          .map((outcome) => `${name} has no outcome ${outcome}`),
      ),
    ),
    ...(rules.some((rule) => queryOf(rule).includes('"OverQuota"'))
      ? []
      : ['no alert says that the logs have reached their quota']),
    ...rules
      .filter(
        ({ body }) => !textOf(at(body, 'properties.actions.actionGroups') ?? '').includes('actionGroups/'),
      )
      .map(({ body }) => `alert ${textOf(body['name'])} reaches no one`),
  ];
}

const Host = z.object({
  logging: z.object({
    applicationInsights: z.object({ samplingSettings: z.object({ excludedTypes: z.string() }) }),
  }),
});

/** Reports log sampling, because alerts need every line. */
export function samplingProblems(read: ReadTemplate): string[] {
  const { excludedTypes } = Host.parse(JSON.parse(read('host.json'))).logging.applicationInsights
    .samplingSettings;
  // The lines are in AppTraces.
  return excludedTypes.split(';').includes('Trace') ? [] : ['host.json: lines that alerts read are sampled'];
}

/** Returns the events in `line.event == "…"` and `line.event in ("…", "…")`. */
function eventsIn(rule: Resource): string[] {
  const [, named = ''] = /line\.event (?:== |in \()((?:"[a-z-]+"(?:, )?)+)/.exec(queryOf(rule)) ?? [];
  return [...named.matchAll(/[a-z-]+/g)].map(([event]) => event);
}

/** A query sees what `overrideQueryTimeRange` says, whatever time it names itself; Cosmos DB writes its sizes once an hour. */
const isCutShort = (rule: Resource): boolean =>
  /startofday|CDBPartitionKeyStatistics/.test(queryOf(rule)) &&
  textOf(at(rule.body, 'properties.overrideQueryTimeRange') ?? '') !== 'P1D';

const metricsIn = (rule: Resource): string[] =>
  [...queryOf(rule).matchAll(/\bName == "([a-z.]+)"/g)].map(([, name = '']) => name);

const codesIn = (rule: Resource): string[] =>
  [...queryOf(rule).matchAll(/\.code == "(\w+)"/g)].map(([, code = '']) => code);

/** Returns the outcomes in `.outcome == "…"` and `.outcome !in ("…", "…")`. */
const outcomesIn = (rule: Resource): string[] =>
  [...queryOf(rule).matchAll(/\.outcome (?:== |!?in \()((?:"\w+"(?:, )?)+)/g)].flatMap(
    ([, named = '']) => named.match(/\w+/g) ?? [],
  );

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
