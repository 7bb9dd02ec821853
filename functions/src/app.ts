import { api, type Api } from '@handoff/shared/contract/api';
import { openApiDocument } from '@handoff/shared/contract/openapi/document';
import { addressHandlers, statesWithAddresses } from './features/address-import/versions/address-handlers.ts';
import { addressStateHandlers } from './features/address-import/versions/address-state-handlers.ts';
import { importHandlers } from './features/address-import/runs/import-handlers.ts';
import { importStateFile } from './features/address-import/runs/import-state-file.ts';
import { importMemory } from './features/address-import/turns/import-memory.ts';
import { sweepImports } from './features/address-import/turns/sweep-imports.ts';
import { agencyHandlers } from './features/agencies/agency-handlers.ts';
import { auditHandlers } from './features/audit/audit-handlers.ts';
import { sealDays } from './features/audit/seal-days.ts';
import { receiveTransfers } from './features/referrals/transfer/receive-transfers.ts';
import { remindOfReviews } from './features/users/access-review/remind-of-reviews.ts';
import { remindOfAnswers } from './features/referrals/reminders/remind-of-answers.ts';
import { watchReading } from './features/audit/watch-reading.ts';
import { dashboardHandlers } from './features/dashboard/dashboard-handlers.ts';
import { recordScan } from './features/documents/scan/scan-results.ts';
import { sweepScans } from './features/documents/scan/sweep-scans.ts';
import { documentHandlers } from './features/documents/document-handlers.ts';
import { draftHandlers } from './features/drafts/draft-handlers.ts';
import type { Asking } from './features/eligibility/providers/ask-medicare.ts';
import { eligibilityHandlers } from './features/eligibility/check/eligibility-handlers.ts';
import { settingsOf } from './features/eligibility/agency/agency-records.ts';
import type { EligibilityService } from './platform/eligibility-provider.ts';
import { directoryHandlers } from './features/parties/directory.ts';
import { sweepEligibility } from './features/eligibility/reverify/sweep-eligibility.ts';
import { purgeDeleted } from './features/retention/purge.ts';
import { renewKeys } from './features/keys/renew-keys.ts';
import { realtimeHandlers } from './features/realtime/realtime-handlers.ts';
import { areaChanges } from './features/referrals/checks/area-changes.ts';
import { readmissionStopHandlers } from './features/referrals/readmission/readmission-stops.ts';
import { referralHandlers } from './features/referrals/referral-handlers.ts';
import { savedViewHandlers } from './features/referrals/saved-views.ts';
import { settingsHandlers } from './features/settings/settings-handlers.ts';
import { roleHandlers } from './features/users/role-handlers.ts';
import { userHandlers } from './features/users/user-handlers.ts';
import { deliverWebhooks } from './features/webhooks/deliver-webhooks.ts';
import { webhookHandlers } from './features/webhooks/webhook-handlers.ts';
import { dispatch } from './pipeline/request/dispatch.ts';
import { dispatchUnknown } from './pipeline/request/unknown-call.ts';
import type { Handlers } from './pipeline/request/handlers.ts';
import {
  auditPorts,
  importPorts,
  keyPorts,
  modePorts,
  purgePorts,
  scanPorts,
  webhookPorts,
  type ImportPorts,
} from './pipeline/request/mode-ports.ts';
import type { Limits } from './pipeline/access/limits.ts';
import type { ApiRequest, ApiResponse } from './pipeline/request/request.ts';
import { createTimer, type Timer } from './pipeline/idempotency/timer-writes.ts';
import type { Pipeline } from './pipeline/idempotency/write-loop.ts';
import { createWriteTurns } from './pipeline/unit-of-work/write-turns.ts';
import { sweepOutbox } from './pipeline/unit-of-work/outbox.ts';
import { createRateLimiters } from './pipeline/access/rate-limiter.ts';
import { routesOf, type Route } from './pipeline/request/routes.ts';
import type { Platform } from './platform/ports.ts';

export interface AppSettings {
  version: string;
  firstAdministratorOid: string | undefined;
  eligibility: EligibilityService;
  limits: Limits;
}

export interface App {
  routes: Route[];
  answer(route: Route, request: ApiRequest): Promise<ApiResponse>;
  /** Of a path or a method that no route has. */
  answerUnknown(request: ApiRequest): ApiResponse;
  /** The blob-triggered function. */
  importStateFile(file: { importId: string; fileName: string }): Promise<void>;
  /** The queue-triggered function: what the malware scan of a document came to. */
  recordScan(message: unknown): Promise<void>;
  /** Each a timer of its own, so that none can hold up or end another. */
  sweeps: {
    /** Live messages that could not be sent. */
    outbox: () => Promise<void>;
    /** Imports that no one works on. */
    imports: () => Promise<void>;
    /** Checks that are due again, and texts that were kept long enough. */
    eligibility: () => Promise<void>;
    /** What was deleted long enough ago. */
    deleted: () => Promise<void>;
    /** Documents whose malware scan has no result. */
    scans: () => Promise<void>;
    /** Audit trails whose day is over. */
    audit: () => Promise<void>;
    /** Who sees far more patients than usual. */
    reading: () => Promise<void>;
    /** Events that other systems are notified of. */
    webhooks: () => Promise<void>;
    /** Referrals that wait for an answer. */
    reminders: () => Promise<void>;
    /** Access that is due for review. */
    reviews: () => Promise<void>;
    /** Referrals on their way to another agency of ours. */
    transfers: () => Promise<void>;
    /** What is sealed under older keys. */
    keys: () => Promise<void>;
  };
}

/** The whole API on a platform: Azure, this machine and the tests differ in nothing else. */
export function createApp(platform: Platform, settings: AppSettings): App {
  const pipeline: Pipeline = {
    platform,
    ports: modePorts(platform, settings.eligibility),
    turns: createWriteTurns(platform),
  };
  const timer = createTimer(pipeline);
  const imports = importPorts(platform);
  const scanning = { ...scanPorts(platform), timer };
  const memory = importMemory();
  const asking: Asking = {
    service: settings.eligibility,
    most: settings.limits.checks,
  };
  const routes = routesOf(api, handlersOn({ imports, timer, settings, asking, sender: platform.webhooks }));
  const limiters = createRateLimiters(platform, settings.limits);
  const routeNames = new Set(routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
  return {
    routes,
    answer: (route, request) => dispatch({ ...pipeline, limiters, routeNames }, route, request),
    answerUnknown: (request) => dispatchUnknown(platform, routes, request),
    importStateFile: (file) =>
      platform.trace.span({ name: 'import', kind: 'server' }, async (note) => {
        note({ importId: file.importId });
        const progress = await importStateFile(imports, { ...file, memory });
        if (progress) note({ outcome: progress.status, rate: progress.rowsPerSecond, count: progress.rows });
      }),
    recordScan: (message) => recordScan(scanning, message),
    sweeps: {
      outbox: () => sweepOutbox(platform),
      imports: () => sweepImports(imports),
      eligibility: () => sweepEligibility({ ...asking, timer }),
      deleted: () => purgeDeleted({ ...purgePorts(platform), timer }),
      scans: () => sweepScans(scanning),
      audit: () => sealDays({ ...auditPorts(platform), timer }),
      reading: () => watchReading(timer),
      webhooks: () => deliverWebhooks({ ...webhookPorts(platform), timer }),
      reminders: () => remindOfAnswers(timer),
      reviews: () => remindOfReviews(timer),
      transfers: () => receiveTransfers(timer),
      keys: () => renewKeys({ ...keyPorts(platform), timer }),
    },
  };
}

interface Parts {
  imports: ImportPorts;
  timer: Timer;
  settings: AppSettings;
  asking: Asking;
  sender: Platform['webhooks'];
}

function handlersOn({ imports, timer, settings, asking, sender }: Parts): Handlers<Api> {
  return {
    users: userHandlers(settings),
    referrals: referralHandlers,
    savedViews: savedViewHandlers,
    readmissionStops: readmissionStopHandlers,
    dashboard: dashboardHandlers,
    drafts: draftHandlers,
    webhooks: webhookHandlers(sender),
    services: documentHandlers(settings.limits.uploads),
    settings: settingsHandlers({ ...addressHandlers(imports), ...roleHandlers }),
    imports: importHandlers({ ...imports, areaChanges: (versions) => areaChanges(timer, versions) }),
    addressStateUpdates: addressStateHandlers(imports),
    audit: auditHandlers,
    realtime: realtimeHandlers,
    system: {
      health: async () => ({ status: 'ok', version: settings.version }),
      openapi: async () => openApiDocument(settings.version),
    },
    ...directoryHandlers,
    businessDomains: agencyHandlers({
      statesWithAddresses,
      ownNpis: async ({ find, system, caller }) =>
        (await settingsOf({ find, system, domainId: caller.businessDomainId })).SettingsEligibilityInfo
          .OwnNpis,
    }),
    medicareEligibility: eligibilityHandlers(asking),
  };
}
