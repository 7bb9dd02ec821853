param suffix string
param location string
param tags object
param alertEmail string
param appPrincipalId string
param dailyLogGb int
param signalrId string

resource workspace 'Microsoft.OperationalInsights/workspaces@2025-07-01' = {
  name: 'log-handoff-${suffix}'
  location: location
  tags: tags
  properties: {
    sku: { name: 'PerGB2018' }
    retentionInDays: 90
    features: { disableLocalAuth: true }
    workspaceCapping: { dailyQuotaGb: dailyLogGb }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: 'appi-handoff-${suffix}'
  location: location
  tags: tags
  kind: 'web'
  properties: { Application_Type: 'web', WorkspaceResourceId: workspace.id, DisableLocalAuth: true }
}

// Monitoring Metrics Publisher
resource publishes 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(insights.id, appPrincipalId, '3913510d-42f4-4e42-8a64-420c390055eb')
  scope: insights
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '3913510d-42f4-4e42-8a64-420c390055eb')
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
  }
}

resource people 'Microsoft.Insights/actionGroups@2023-01-01' = {
  name: 'ag-handoff-${suffix}'
  location: 'global'
  tags: tags
  properties: {
    groupShortName: 'handoff'
    enabled: true
    emailReceivers: [{ name: 'operations', emailAddress: alertEmail, useCommonAlertSchema: true }]
  }
}

// The lines of the API's own log, which are never sampled. Each rule names what a person has to look at.
var lines = 'AppTraces | extend line = parse_json(Message) | where isnotempty(line.event)'
var rules = [
  {
    name: 'requests-fail'
    says: 'Requests fail for a reason of ours'
    severity: 1
    moreThan: 5
    where: 'line.event == "request" and line.code == "internal"'
  }
  {
    name: 'access-refused'
    says: 'A service refuses the API: a role is missing'
    severity: 1
    moreThan: 0
    where: 'line.event == "request" and line.error == "AccessRefused"'
  }
  {
    name: 'no-identity'
    says: 'The identity of the API cannot be reached'
    severity: 1
    moreThan: 5
    where: 'line.event == "request" and line.dependency == "identity"'
  }
  {
    name: 'unavailable'
    says: 'The database or the storage does not answer'
    severity: 2
    moreThan: 20
    where: 'line.event == "request" and line.status == 503'
  }
  {
    name: 'slow-writes'
    says: 'Writes contend: many needed more than five tries'
    severity: 3
    moreThan: 20
    where: 'line.event == "request" and toint(line.tries) > 5'
  }
  {
    name: 'slow-requests'
    says: 'Requests take longer than three seconds'
    severity: 3
    moreThan: 20
    where: 'line.event == "request" and toint(line.ms) > 3000'
  }
  {
    name: 'replays'
    says: 'Many answers are replays: connections break, or a client repeats too often'
    severity: 3
    moreThan: 200
    where: 'line.event == "request" and line.outcome == "replayed"'
  }
  {
    name: 'limits'
    says: 'Many requests are refused by the limits'
    severity: 3
    moreThan: 100
    where: 'line.event == "request" and line.status == 429'
  }
  {
    name: 'live-messages'
    says: 'Live messages are not delivered'
    severity: 2
    moreThan: 50
    where: 'line.event in ("outbox-left-for-sweep", "outbox-send-failed")'
  }
  {
    name: 'message-unreadable'
    says: 'A message in the outbox cannot be read'
    severity: 2
    moreThan: 0
    where: 'line.event == "outbox-unreadable"'
  }
  {
    name: 'imports'
    says: 'State files are not imported, or nobody is notified of them'
    severity: 2
    moreThan: 0
    where: 'line.event in ("import-sweep-failed", "import-notice-left-for-sweep")'
  }
  {
    name: 'checks'
    says: 'Medicare checks fail'
    severity: 2
    moreThan: 10
    where: 'line.event in ("eligibility-sweep-failed", "reverification-failed", "payer-answer-pending", "batch-row-failed")'
  }
  {
    name: 'purge'
    says: 'What was deleted is not removed for good'
    severity: 2
    moreThan: 0
    where: 'line.event == "purge-failed"'
  }
  {
    name: 'keys'
    says: 'Something cannot be sealed again under the newest key'
    severity: 2
    moreThan: 0
    where: 'line.event in ("keys-failed", "key-not-renewed")'
  }
  {
    name: 'malware'
    says: 'Malware was found in a document that somebody attached'
    severity: 1
    moreThan: 0
    where: 'line.event == "malware-found"'
  }
  {
    name: 'scans'
    says: 'Documents are not scanned for malware within ten minutes, and nobody can open them'
    severity: 2
    moreThan: 0
    where: 'line.event in ("document-scan-late", "document-not-scanned", "scan-event-ignored", "scan-sweep-failed")'
  }
  {
    name: 'audit-seal'
    says: 'A day of the audit trail is not sealed'
    severity: 2
    moreThan: 0
    where: 'line.event == "audit-seal-failed"'
  }
  {
    name: 'unusual-reading'
    says: 'Somebody saw far more patients than usual'
    severity: 1
    moreThan: 0
    where: 'line.event == "unusual-reading"'
  }
  {
    name: 'reading-watch'
    says: 'Nobody watches how many patients a person sees'
    severity: 2
    moreThan: 0
    where: 'line.event == "reading-watch-failed"'
  }
  {
    name: 'webhooks'
    says: 'Other systems are not notified'
    severity: 2
    moreThan: 0
    where: 'line.event in ("webhook-sweep-failed", "webhook-switched-off")'
  }
  {
    name: 'reminders'
    says: 'Nobody is reminded of referrals that wait for an answer, or of access to review'
    severity: 2
    moreThan: 0
    where: 'line.event in ("reminders-failed", "review-reminders-failed")'
  }
  {
    name: 'transfers'
    says: 'Referrals that were transferred do not arrive'
    severity: 2
    moreThan: 0
    where: 'line.event == "transfers-failed"'
  }
  {
    name: 'bodies-copied'
    says: 'The worker of Azure has changed: bodies of requests are copied, and an instance holds fewer files at once'
    severity: 3
    moreThan: 0
    where: 'line.event == "bodies-copied"'
  }
  {
    name: 'spans-dropped'
    says: 'The collector of traces does not answer'
    severity: 3
    moreThan: 10
    where: 'line.event == "spans-dropped"'
  }
]

// The API's own metrics, which it sums from its spans once a minute.
var measured = [
  {
    name: 'store-load'
    says: 'The database does the work of more than 1,000 RU a second'
    severity: 3
    metric: 'handoff.store.ru'
    where: 'summarize total = sum(Sum) | where total > 900000'
  }
  {
    name: 'outbox-age'
    says: 'Live messages wait longer than five minutes'
    severity: 2
    metric: 'handoff.outbox.age'
    where: 'where Max > 300'
  }
  {
    name: 'import-rate'
    says: 'A state file is imported slowly: fewer than 5,000 rows a second'
    severity: 3
    metric: 'handoff.import.rate'
    where: 'where Properties.outcome == "live" and Min < 5000'
  }
  {
    name: 'payer-slow'
    says: 'Medicare answers slowly: longer than 20 seconds on average'
    severity: 3
    metric: 'handoff.payer'
    where: 'summarize mean = sum(Sum) / sum(ItemCount) | where mean > 20000'
  }
  {
    name: 'payer-fails'
    says: 'More than a fifth of the questions to Medicare get no answer'
    severity: 2
    metric: 'handoff.payer'
    where: 'summarize failed = sumif(ItemCount, Properties.outcome !in ("answered", "rejected", "notConfigured")), asked = sum(ItemCount) | where failed > 5 and failed > asked / 5'
  }
  {
    name: 'lease-waits'
    says: 'Many requests meet their own earlier attempt still at work'
    severity: 3
    metric: 'handoff.requests'
    where: 'where Properties.code == "request_in_progress" | summarize total = sum(ItemCount) | where total > 100'
  }
]

// Before a limit, while there is still time. Their queries look back for a day: others see the last 15 minutes only.
var beforeLimits = [
  {
    name: 'logs-stop-soon'
    says: 'Three quarters of the day\'s quota of logs are used'
    severity: 2
    moreThan: 0
    lookBack: 'P1D'
    query: 'union withsource=Table * | where TimeGenerated > startofday(now()) | summarize gb = sum(_BilledSize) / 1e9 | where gb > ${dailyLogGb} * 0.75'
  }
  {
    name: 'partition-half-full'
    says: 'An agency\'s records have reached half of what one partition can hold (20 GB): at the limit nobody there can save'
    severity: 2
    moreThan: 0
    lookBack: 'P1D'
    query: 'CDBPartitionKeyStatistics | where SizeKb > 10 * 1024 * 1024 | distinct PartitionKey'
  }
]

// Azure says when the day's quota is used up: from then on no line comes, and no other rule can raise an alert.
var onQuota = [
  {
    name: 'logs-stopped'
    says: 'The logs have reached their quota of the day: until tomorrow no other alert works'
    severity: 1
    moreThan: 0
    lookBack: 'PT15M'
    query: '_LogOperation | where Category =~ "Ingestion" and Detail contains "OverQuota"'
  }
]

var onLines = [for rule in rules: {
  name: rule.name
  says: rule.says
  severity: rule.severity
  moreThan: rule.moreThan
  lookBack: 'PT15M'
  query: '${lines} and ${rule.where}'
}]
var onMetrics = [for rule in measured: {
  name: rule.name
  says: rule.says
  severity: rule.severity
  moreThan: 0
  lookBack: 'PT15M'
  query: 'AppMetrics | where Name == "${rule.metric}" | ${rule.where}'
}]

resource alert 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [for rule in concat(onLines, onMetrics, beforeLimits, onQuota): {
  name: 'alert-${rule.name}-${suffix}'
  location: location
  tags: tags
  kind: 'LogAlert'
  properties: {
    displayName: rule.says
    severity: rule.severity
    enabled: true
    scopes: [workspace.id]
    // A rule that runs every five minutes costs three times one of every fifteen.
    evaluationFrequency: rule.severity == 1 ? 'PT5M' : 'PT15M'
    windowSize: 'PT15M'
    overrideQueryTimeRange: rule.lookBack
    // Before the first line there is no such table.
    skipQueryValidation: true
    criteria: {
      allOf: [
        {
          query: rule.query
          timeAggregation: 'Count'
          operator: 'GreaterThan'
          threshold: rule.moreThan
          failingPeriods: { numberOfEvaluationPeriods: 1, minFailingPeriodsToAlert: 1 }
        }
      ]
    }
    autoMitigate: true
    actions: { actionGroups: [people.id] }
  }
}]

// A client above the limit is refused, and asks again like one without live messages.
resource connections 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: 'alert-connections-${suffix}'
  location: 'global'
  tags: tags
  properties: {
    description: 'Four fifths of the live connections are in use: raise SIGNALR_UNITS'
    severity: 2
    enabled: true
    scopes: [signalrId]
    evaluationFrequency: 'PT5M'
    windowSize: 'PT15M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'
      allOf: [
        {
          name: 'connections'
          criterionType: 'StaticThresholdCriterion'
          metricName: 'ConnectionQuotaUtilization'
          timeAggregation: 'Maximum'
          operator: 'GreaterThan'
          threshold: 80
        }
      ]
    }
    autoMitigate: true
    actions: [{ actionGroupId: people.id }]
  }
}

output workspaceId string = workspace.id
output connectionString string = insights.properties.ConnectionString
