import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import type { Store } from '#lib/store/core/store.ts'
import { startGatewayProgram } from './__fixtures__/gateway-program.ts'

const price = { input: 1, output: 10 }
const messages = [{ role: 'user', content: 'hi' }]
const patience = { timeout: 20_000 }

onEachDatabase(makeFixture => {
  test('after kill −9 every request that reached a provider has a row: open ones with an estimated cost, charged to the budget', async () => {
    await using closing = new AsyncDisposableStack()
    const fixture = closing.use(await makeFixture())
    const { dataDir, databaseUrl } = fixture.options
    const upstream = closing.use(await startScriptedUpstream())
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    const budget = { limitNanos: 1e12, period: null }
    const settings = { teamId, ownerId: null, name: 'A', kind: 'api', scopes: ['chat'] } as const
    const limited = await store.keys.create({ ...settings, budget })
    const unlimited = await store.keys.create(settings)
    const config = join(dataDir, 'sextant.yaml')
    const toEntry = (upstreamId: string) =>
      `  - { id: ${upstreamId}, provider: up, upstream: ${upstreamId}, kind: chat, price: { input: ${price.input}, output: ${price.output} } }\n`
    const entries = ['echo', 'hang-2', 'hang-first'].map(toEntry).join('')
    writeFileSync(
      config,
      `providers: [{ id: up, kind: openai, baseUrl: "${upstream.baseUrl}" }]\nmodels:\n${entries}`,
    )
    const environment = databaseUrl === null ? undefined : { DATABASE_URL: databaseUrl }
    const { gateway, url } = await startGatewayProgram(dataDir, config, environment)
    closing.defer(() => void gateway.kill('SIGKILL'))
    const ask = (token: string, body: object) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages, max_tokens: 50, ...body }),
      })
    const idOf = (response: Response) => response.headers.get('x-request-id') ?? ''

    const streams = await Promise.all(
      [limited, unlimited].map(({ token }) => ask(token, { model: 'hang-2', stream: true })),
    )
    void ask(limited.token, { model: 'hang-first' }).catch(() => undefined)
    await upstream.seen(({ json }) => json?.model === 'hang-first')
    const answered: string[] = []
    for (let call = 0; call < 5; call++) {
      const response = await ask(limited.token, { model: 'echo' })
      await response.text()
      answered.push(idOf(response))
    }
    const killed = once(gateway, 'exit')
    gateway.kill('SIGKILL')
    await killed
    const next = await startGatewayProgram(dataDir, config, environment)
    closing.defer(() => void next.gateway.kill('SIGKILL'))

    await expect.poll(() => store.requests.list(teamId, { limit: 100 }), patience).toHaveLength(8)
    const rows = await store.requests.list(teamId, { limit: 100 })
    const open = rows.filter(row => !answered.includes(row.id))
    expect(open.map(row => row.id)).toEqual(expect.arrayContaining(streams.map(idOf)))
    for (const row of open) {
      expect(row).toMatchObject({ status: 500, errorCode: 'server_crashed', provider: 'up', attempts: 1 })
      expect(row).toMatchObject({ usageEstimated: true, answeredBy: null, route: 'chat' })
      expect(row.costNanos).toBeGreaterThanOrEqual(50 * price.output * 1000)
    }
    expect(open.filter(row => row.stream)).toHaveLength(2)
    for (const row of rows) expect(row.costNanos).toBeGreaterThan(0)
    const charged = rows.filter(row => row.keyId === limited.key.id)
    expect(charged).toHaveLength(7)
    expect(await spent(store, teamId, limited.key.budgetId)).toBe(
      charged.reduce((sum, row) => sum + row.costNanos, 0),
    )
    const live = readdirSync(join(dataDir, 'journal'))
    expect(live).toHaveLength(1)
  }, 90_000)
})

async function spent(store: Store, teamId: string, budgetId: string | null): Promise<number> {
  return (await store.budgets.list(teamId)).byId.get(budgetId ?? '')?.spentNanos ?? NaN
}
