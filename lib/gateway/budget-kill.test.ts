import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { openStore, type Store } from '#lib/store/core/store.ts'
import { startGatewayProgram } from './__fixtures__/gateway-program.ts'

// `You said: hi` is three tokens of the scripted upstream, so the maximum cost of a request equals its cost.
const body = JSON.stringify({
  model: 'priced',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 3,
})
const callNanos = 3_000_000

test('two gateways on one database accept 500 of 600; kill −9 of one loses no settled cost, and its leases are released', async () => {
  await using closing = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-budget-'))
  closing.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const upstream = closing.use(await startScriptedUpstream())
  const store = await openStore({ dataDir, databaseUrl: null })
  closing.defer(() => store.close())
  const { teamId } = await store.teams.openModeOwner()
  const budget = { limitNanos: 500 * callNanos, period: null }
  const settings = { teamId, ownerId: null, name: 'A', kind: 'api', scopes: ['chat'], budget } as const
  const { key, token } = await store.keys.create(settings)
  const config = join(dataDir, 'sextant.yaml')
  writeFileSync(
    config,
    `providers: [{ id: up, kind: openai, baseUrl: "${upstream.baseUrl}" }]
models: [{ id: priced, provider: up, upstream: echo, kind: chat, price: { input: 0, output: 1000 } }]
`,
  )
  const programs = await Promise.all([
    startGatewayProgram(dataDir, config),
    startGatewayProgram(dataDir, config),
  ])
  closing.defer(() => programs.forEach(({ gateway }) => gateway.kill('SIGKILL')))
  const [one, other] = programs

  const statuses = await Promise.all(
    programs.flatMap(({ url }) => Array.from({ length: 300 }, () => ask(url, token))),
  )

  expect(statuses.filter(status => status === 200)).toHaveLength(500)
  await expect
    .poll(() => amounts(store, key.budgetId), patience)
    .toMatchObject({ spentNanos: 500 * callNanos })

  const actor = { id: null, name: 'test', address: null }
  const raised = { limitNanos: 100_000 * callNanos, period: null }
  await store.keys.change(teamId, key.id, { budget: raised }, actor)
  const killed = once(one.gateway, 'exit')
  let answered = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while ((await ask(one.url, token)) === 200) if (++answered === 300) one.gateway.kill('SIGKILL')
    }),
  )
  expect(await killed).toEqual([null, 'SIGKILL'])

  // Within seconds the other gateway charges calls of the killed one: between two reads, too.
  const notInRowsNanos = async () =>
    (await amounts(store, key.budgetId)).spentNanos - (await sumRows(store, teamId))
  await expect.poll(notInRowsNanos, patience).toBe(0)
  const { spentNanos, reservedNanos } = await amounts(store, key.budgetId)
  expect(spentNanos).toBeGreaterThan(500 * callNanos)
  expect(reservedNanos).toBeGreaterThan(0)

  await endLeases(dataDir)
  expect(await ask(other.url, token)).toBe(200)
  // The other gateway may charge calls that the killed one had answered and not yet written.
  await expect.poll(() => amounts(store, key.budgetId), patience).toMatchObject({ reservedNanos: 0 })
  await expect
    .poll(async () => (await amounts(store, key.budgetId)).spentNanos, patience)
    .toBeGreaterThanOrEqual(spentNanos + callNanos)
  await expect.poll(notInRowsNanos, patience).toBe(0)
}, 60_000)

const patience = { timeout: 15_000 }

/** @returns the status; null: the gateway is gone */
async function ask(url: string, token: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  try {
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
    await response.text()
    return response.status
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

async function sumRows(store: Store, teamId: string): Promise<number> {
  const rows = await store.requests.list(teamId, { limit: 10_000 })
  return rows.reduce((sum, row) => sum + row.costNanos, 0)
}

async function amounts(store: Store, budgetId: string | null) {
  const { teamId } = await store.teams.openModeOwner()
  const budget = (await store.budgets.list(teamId)).byId.get(budgetId ?? '')
  return { spentNanos: budget?.spentNanos ?? NaN, reservedNanos: budget?.reservedNanos ?? NaN }
}

/** Simulates a minute without renewals by the killed gateway. */
async function endLeases(dataDir: string): Promise<void> {
  const backend = await openBackend(dataDir, null)
  await backend.write(() => backend.database.updateTable('budgetLeases').set({ expiresAt: 0 }).execute())
  await backend.close()
}
