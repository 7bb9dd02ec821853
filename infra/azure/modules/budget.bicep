param amount int
param startDate string
param email string

resource budget 'Microsoft.Consumption/budgets@2024-08-01' = {
  name: 'handoff'
  properties: {
    category: 'Cost'
    amount: amount
    timeGrain: 'Monthly'
    timePeriod: { startDate: startDate }
    notifications: {
      most: { enabled: true, operator: 'GreaterThan', threshold: 80, contactEmails: [email] }
      all: { enabled: true, operator: 'GreaterThan', threshold: 100, contactEmails: [email] }
    }
  }
}
