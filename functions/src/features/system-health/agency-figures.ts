import type { SystemHealth } from '@handoff/shared/contract/system-health';
import { checkVerdicts } from '@handoff/shared/domain/records/check-verdict';
import { defaultAgencySettings } from '@handoff/shared/domain/eligibility/agency-settings';
import * as z from 'zod';
import type { JobContext } from '../../core/context.ts';
import { inRounds } from '../../writes/job-context.ts';
import { addMs, MINUTE_MS } from '../../core/time.ts';
import { FieldKeysNotConfigured } from '../../platform/ports.ts';
import {
  checkKind,
  type StoredCheck,
  ELIGIBILITY_SETTINGS,
  eligibilitySettingsKind,
  REVERIFICATION_PAUSE,
  reverificationKind,
  reverificationPauseKind,
} from '../../records/kinds/eligibility-records.ts';
import { documentKind } from '../../records/kinds/referral-records.ts';
import { atMost, below, not, select, type Where } from '../../records/select.ts';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { KEY_RENEWAL, keyRenewalKind } from '../../records/kinds/server-records.ts';
import { domains } from '../../records/kinds/user-records.ts';
import { linesDue, NEVER, WEBHOOKS, webhooksKind } from '../../records/kinds/webhook-records.ts';
import { listAll } from '../../records/reader.ts';

const LATE_SCAN_MS = 10 * MINUTE_MS;

/** Only the time and the verdict of a check leave its agency. */
const Answer = z.object({ Id: z.string(), CheckedAt: z.string(), Verdict: z.enum(checkVerdicts) });
const newestCheck = (where: Where<StoredCheck>) =>
  select(checkKind, { withDeleted: true, where, order: ['type ASC', 'CheckedAt DESC'] }, Answer);
type LastAnswer = NonNullable<SystemHealth['Medicare']['Last']>;

type Figures = Awaited<ReturnType<typeof figuresOf>>;

/** Counts in every agency, without a record or a name of a patient. */
export async function agencyFigures(job: JobContext) {
  const agencies = await listAll(job.system, domains);
  const all = await inRounds(agencies, ({ Id }) => figuresOf(job, Id));
  const total = (count: (figures: Figures) => number) =>
    all.reduce((sum, figures) => sum + count(figures), 0);
  return {
    Agencies: agencies.length,
    Backlogs: {
      WebhookEventsWaiting: total((each) => each.eventsWaiting),
      WebhookEventsFailed: total((each) => each.eventsFailed),
      WebhooksSwitchedOff: total((each) => each.webhooksOff),
      DocumentsInScan: total((each) => each.inScan),
      DocumentsScannedLate: total((each) => each.scannedLate),
      DocumentsNotScanned: total((each) => each.notScanned),
    },
    Reverification: {
      Agencies: total((each) => (each.reverifies ? 1 : 0)),
      Referrals: total((each) => (each.reverifies ? each.reverified : 0)),
      Paused: total((each) => (each.reverifies && each.isPaused ? 1 : 0)),
    },
    last: newestOf(all.map(({ last }) => last)),
    lastAnswered: newestOf(all.map(({ lastAnswered }) => lastAnswered)),
    keys: await keysOf(job, all),
  };
}

async function figuresOf(job: JobContext, domainId: string) {
  const find = job.find(domainId);
  const now = job.clock.now();
  const scans = (State: ReferralDocument['Scan']['State'], before: Date) =>
    find.count(select(documentKind, { where: { Scan: { State, At: atMost(before.toISOString()) } } }));
  const [
    lines,
    webhooks,
    inScan,
    scannedLate,
    notScanned,
    settings,
    pause,
    reverified,
    last,
    answered,
    renewal,
  ] = await Promise.all([
    listAll(find, linesDue(below(NEVER))),
    find.get(webhooksKind, WEBHOOKS),
    scans('checking', now),
    scans('checking', addMs(now, -LATE_SCAN_MS)),
    scans('not scanned', now),
    find.get(eligibilitySettingsKind, ELIGIBILITY_SETTINGS),
    find.get(reverificationPauseKind, REVERIFICATION_PAUSE),
    find.count(select(reverificationKind)),
    find.list(newestCheck({}), { pageSize: 1 }),
    find.list(newestCheck({ Verdict: not('notCompleted') }), { pageSize: 1 }),
    find.get(keyRenewalKind, KEY_RENEWAL),
  ]);
  const events = lines.flatMap(({ Waiting }) => Waiting);
  return {
    eventsWaiting: events.length,
    eventsFailed: events.filter(({ Attempts }) => Attempts > 0).length,
    webhooksOff:
      webhooks?.Webhooks.filter(({ Active, DisabledAt }) => !Active && DisabledAt !== null).length ?? 0,
    inScan,
    scannedLate,
    notScanned,
    reverifies: (settings?.Settings ?? defaultAgencySettings).Reverification.IsOn,
    reverified,
    isPaused: pause !== undefined && pause.Until > now.toISOString(),
    last: answerOf(last.items[0]),
    lastAnswered: answerOf(answered.items[0]),
    renewal,
  };
}

const answerOf = (
  check: { CheckedAt: string; Verdict: LastAnswer['Verdict'] } | undefined,
): LastAnswer | null => (check ? { At: check.CheckedAt, Verdict: check.Verdict } : null);

const newestOf = (answers: readonly (LastAnswer | null)[]): LastAnswer | null =>
  answers.reduce((newest, each) => (each && (!newest || each.At > newest.At) ? each : newest), null);

async function keysOf(job: JobContext, all: readonly Figures[]): Promise<SystemHealth['Keys']> {
  try {
    const { data, index } = await job.fieldKeys.versions();
    const current = all.flatMap(({ renewal }) =>
      renewal?.Data === data.newest && renewal.Index === index.newest ? [renewal] : [],
    );
    return {
      Data: data.newest,
      Index: index.newest,
      Older: [
        ...data.known.filter((version) => version !== data.newest).map((version) => `data ${version}`),
        ...index.known.filter((version) => version !== index.newest).map((version) => `index ${version}`),
      ],
      Since: current.map(({ StartedAt }) => StartedAt).toSorted()[0] ?? null,
      AgenciesToRenew: all.length - current.filter(({ DoneAt }) => DoneAt !== null).length,
      Failed: current.reduce((sum, { Failed }) => sum + Failed, 0),
    };
  } catch (error) {
    if (error instanceof FieldKeysNotConfigured) return null;
    throw error;
  }
}
