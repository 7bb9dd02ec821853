import { api, type Api } from '@handoff/shared/contract/api';
import { openApiDocument } from '@handoff/shared/contract/openapi/document';
import { addressHandlers, statesWithAddresses } from './features/address-import/address-handlers.ts';
import { addressStateHandlers } from './imports/publish/version-actions.ts';
import { diagnosisSearch } from './features/reference-lists/diagnosis-search.ts';
import { findPractitioners, orderList } from './features/reference-lists/practitioner-search.ts';
import { fileRuleHandlers } from './features/address-import/rules/file-rules.ts';
import { addressFiles } from './features/address-import/address-files.ts';
import type { FileKind } from './imports/read/file-kind.ts';
import { diagnosisFiles } from './features/reference-lists/diagnosis-file.ts';
import { practitionerFiles } from './features/reference-lists/practitioner-file.ts';
import { importHandlers, lastImports } from './imports/import-handlers.ts';
import { importFile } from './imports/worker/import-file.ts';
import { importMemory } from './imports/worker/import-memory.ts';
import { agencyHandlers, copiedRecords, namedCapacities } from './features/agencies/agency-handlers.ts';
import { agencyFacts } from './features/agencies/setup.ts';
import { agencyFigures } from './features/system-health/agency-figures.ts';
import { openReferralsOwned } from './features/users/open-referrals.ts';
import { auditHandlers } from './features/audit/audit-handlers.ts';
import { dashboardHandlers } from './features/dashboard/dashboard-handlers.ts';
import { recordScan } from './features/documents/scan/scan-results.ts';
import { attaching, documentHandlers } from './features/documents/document-handlers.ts';
import { senderLinkHandlers } from './features/documents/sender-links/sender-link-handlers.ts';
import { draftHandlers } from './features/drafts/draft-handlers.ts';
import { eligibilityHandlers } from './features/eligibility/eligibility-handlers.ts';
import { settingsOf } from './features/eligibility/agency/agency-records.ts';
import type { FileReaders } from './file-readers.ts';
import type { EligibilityService } from './platform/eligibility-provider.ts';
import { directoryHandlers } from './features/parties/directory.ts';
import { healthHandlers } from './features/system-health/health-handler.ts';
import { realtimeHandlers } from './features/realtime/realtime-handlers.ts';
import { areaChanges } from './features/referrals/checks/area-changes.ts';
import { readmissionStopHandlers } from './features/referrals/readmission/readmission-stops.ts';
import { referralHandlers } from './features/referrals/referral-handlers.ts';
import { savedViewHandlers } from './features/referrals/saved-views.ts';
import { settingsHandlers } from './features/settings/settings-handlers.ts';
import { roleHandlers } from './features/users/role-handlers.ts';
import { userHandlers } from './features/users/user-handlers.ts';
import { webhookHandlers } from './features/webhooks/webhook-handlers.ts';
import { createBodyGate } from './http/body-gate.ts';
import { dispatch } from './http/dispatch.ts';
import { dispatchUnknown } from './http/unknown-call.ts';
import { only, withPorts, type Handlers } from './http/handlers.ts';
import { callPorts, type CallPorts } from './writes/call-ports.ts';
import type { Limits } from './auth/limits.ts';
import type { ApiRequest, ApiResponse } from './core/request.ts';
import type { JobContext } from './core/context.ts';
import { createJobs, OFTEN, type Job, type Jobs } from './jobs.ts';
import { createJobContext } from './writes/job-context.ts';
import type { Pipeline } from './writes/write-loop.ts';
import { createWriteTurns } from './writes/write-turns.ts';
import { createRateLimiters } from './auth/rate-limiter.ts';
import { routesOf, type Route } from './http/routes.ts';
import type { Platform } from './platform/ports.ts';

export interface AppSettings {
  version: string;
  firstAdministratorOid: string | undefined;
  eligibility: EligibilityService;
  files: FileReaders;
  limits: Limits;
  /** The schedule of the jobs for which people wait. */
  sweepSchedule: string;
}

export interface App {
  routes: Route[];
  answer(route: Route, request: ApiRequest): Promise<ApiResponse>;
  answerUnknown(request: ApiRequest): ApiResponse;
  importStateFile(file: { importId: string; fileName: string }): Promise<void>;
  /** The queue-triggered function; records the result of a document's malware scan. */
  recordScan(message: unknown): Promise<void>;
  jobs: Jobs;
}

/** Composes the API on a platform, which is the only difference between Azure, a local machine and the tests. */
export function createApp(platform: Platform, settings: AppSettings): App {
  const pipeline: Pipeline = { platform, turns: createWriteTurns(platform) };
  const job = createJobContext(pipeline);
  const ports = callPorts(platform, {
    eligibility: settings.eligibility,
    checks: settings.limits.checks,
    areaChanges: (versions) => areaChanges(job, versions),
    orderList,
  });
  const memory = importMemory();
  const jobs = createJobs({ platform, job, ports: ports.job });
  const routes = routesOf(api, handlersOn(settings, { jobs, job, ports }));
  const limiters = createRateLimiters(platform, settings.limits);
  const bodies = createBodyGate(platform.clock);
  const routeNames = new Set(routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
  return {
    routes,
    answer: (route, request) => dispatch({ ...pipeline, limiters, bodies, routeNames }, route, request),
    answerUnknown: (request) => dispatchUnknown(platform, routes, request),
    importStateFile: (file) =>
      platform.trace.span({ name: 'import', kind: 'server' }, async (note) => {
        note({ importId: file.importId });
        const progress = await importFile({ ...job, ...ports.job }, { ...file, memory, kinds: fileKinds });
        if (progress) note({ outcome: progress.status, rate: progress.rowsPerSecond, count: progress.rows });
      }),
    recordScan: (message) => recordScan({ ...job, ...only(ports.job, 'blobs', 'records') }, message),
    jobs,
  };
}

/** Those of lists first, because any file could be one of addresses. */
const fileKinds: readonly FileKind[] = [diagnosisFiles, practitionerFiles, addressFiles];

interface Parts {
  jobs: Jobs;
  job: JobContext;
  ports: CallPorts;
}

/** Each area gets the ports that it names, and of another agency the answer to a question, never its reader. */
function handlersOn(settings: AppSettings, { jobs, job, ports }: Parts): Handlers<Api> {
  const { read, effect } = ports;
  const { uploads } = settings.limits;
  const { readReferralFile, sentFileTypeOf, fileTypeOf, openableTypeOf } = settings.files;
  const documents = { read: only(read, 'documents'), effect: only(effect, 'documents') };
  const attach = attaching(uploads, sentFileTypeOf);
  return {
    users: userHandlers({
      firstAdministratorOid: settings.firstAdministratorOid,
      openReferralsOf: (id) => openReferralsOwned(id, job.find(id)),
    }),
    referrals: withPorts('referrals', referralHandlers, {
      read: only(read, 'counties', 'orderList'),
      effect: {},
    }),
    savedViews: savedViewHandlers,
    readmissionStops: readmissionStopHandlers,
    dashboard: dashboardHandlers,
    drafts: draftHandlers({
      readReferralFile,
      attach: (fields, files, context) => attach(fields, files, { ...context, ...documents.effect }),
      typeOf: sentFileTypeOf,
    }),
    webhooks: webhookHandlers(ports.job.webhooks),
    services: withPorts('services', documentHandlers(uploads, fileTypeOf), documents),
    senderLinks: withPorts('senderLinks', senderLinkHandlers(uploads, openableTypeOf), documents),
    settings: withPorts(
      'settings',
      settingsHandlers({
        ...addressHandlers,
        ...roleHandlers,
        findPractitioners,
        findDiagnoses: diagnosisSearch(),
      }),
      { read: only(read, 'addresses', 'liveVersion'), effect: {} },
    ),
    imports: withPorts(
      'imports',
      { ...importHandlers(fileKinds), ...fileRuleHandlers },
      {
        read: only(read, 'addresses', 'stateFiles', 'importReports', 'areaChanges'),
        effect: importEffects(effect),
      },
    ),
    addressStateUpdates: withPorts('addressStateUpdates', addressStateHandlers, {
      read: {},
      effect: importEffects(effect),
    }),
    audit: withPorts('audit', auditHandlers, { read: only(read, 'audit'), effect: {} }),
    realtime: withPorts('realtime', realtimeHandlers, { read: only(read, 'live'), effect: {} }),
    system: {
      health: async () => ({ status: 'ok', version: settings.version }),
      openapi: async () => openApiDocument(settings.version),
    },
    systemHealth: healthHandlers({
      version: settings.version,
      jobs: Object.values(jobs).map((each: Job) => ({
        ...each,
        schedule: each.schedule === OFTEN ? settings.sweepSchedule : each.schedule,
      })),
      provider: settings.eligibility.provider,
      agencyFigures: () => agencyFigures(job),
      lastImports: () => lastImports(read),
      largestPartition: read.largestPartition,
      doFilesAnswer: () =>
        read.documents.exists('status').then(
          () => true,
          () => false,
        ),
    }),
    ...directoryHandlers,
    businessDomains: withPorts(
      'businessDomains',
      agencyHandlers({
        capacitiesOf: (id) => namedCapacities(job.find(id)),
        copyOf: (id) => copiedRecords(job.find(id)),
        factsOf: (agency) => {
          const { system } = job;
          const find = job.find(agency.Id);
          return agencyFacts(agency, {
            find,
            ownNpis: async () =>
              (await settingsOf({ find, system, domainId: agency.Id })).SettingsEligibilityInfo.OwnNpis,
            statesWithAddresses: (states) => statesWithAddresses(read, states),
          });
        },
      }),
      { read: {}, effect: only(effect, 'createOnce') },
    ),
    medicareEligibility: withPorts('medicareEligibility', eligibilityHandlers, {
      read: only(read, 'exchanges', 'eligibility'),
      effect: only(effect, 'exchanges', 'eligibility', 'clock', 'log', 'checkpoint'),
    }),
  };
}

const importEffects = (effect: CallPorts['effect']) =>
  only(effect, 'addresses', 'stateFiles', 'realtime', 'trace', 'notify', 'clock', 'log', 'checkpoint');
