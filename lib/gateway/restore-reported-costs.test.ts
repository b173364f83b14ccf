import { expect, test } from 'vitest'
import { createAttemptPolicy } from '#lib/capabilities/attempts/attempt-policy.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'
import { restoreReportedCosts } from './restore-reported-costs.ts'

const cent = 10_000_000
const dollar = 100 * cent

test('after a restart, 300 first requests at once of a model that reports its cost stay within the budget', async () => {
  const { reportedCosts } = createAttemptPolicy()
  await using gateway = await startTestGateway({
    policy: { retriesMax: 0, reportedCosts },
    timers: { firstEventMs: 60_000, plainMs: 60_000, idleMs: 60_000 },
    models: [{ id: 'dear', upstream: 'dear' }],
  })
  gateway.upstream.on('dear', { kind: 'answer', cost: 1 })
  const { store, teamId } = gateway
  await store.requests.insertMany(
    [1, 2].map(at =>
      requestRow({
        id: `req_${at}`,
        teamId,
        provider: 'scripted',
        answeredBy: 'dear',
        costSource: 'reported',
        priceRef: 'reported',
        costNanos: dollar,
        promptTokens: 10,
      }),
    ),
  )
  await restoreReportedCosts(store, reportedCosts, { warn: () => {} })
  const key = await gateway.makeKey({ budget: { limitNanos: 20 * dollar, period: null } })

  const statuses = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const response = await gateway.chat(
        { model: 'dear', messages: [{ role: 'user', content: 'hi' }], max_tokens: 3 },
        key,
      )
      await response.text()
      return response.status
    }),
  )

  const answered = statuses.filter(status => status === 200).length
  expect(answered).toBeGreaterThanOrEqual(10)
  expect(answered).toBeLessThanOrEqual(20)
  expect(statuses.filter(status => status === 429)).toHaveLength(300 - answered)
})

test('a gateway starts without them while the database does not respond', async () => {
  const warnings: unknown[] = []
  const { reportedCosts } = createAttemptPolicy()
  const down = () => Promise.reject(new Error('down'))
  const store = { teams: { openModeOwner: down }, bills: { latestReports: down } }

  await restoreReportedCosts(store, reportedCosts, {
    warn: (...given: unknown[]) => void warnings.push(given),
  })

  expect(warnings).toHaveLength(1)
})
