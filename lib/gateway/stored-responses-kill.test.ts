import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { startGatewayProgram } from './__fixtures__/gateway-program.ts'
import { responseEventsOf } from './__fixtures__/response-events.ts'

interface Answer {
  readonly id: string
  readonly store: boolean
}

onEachDatabase(makeFixture => {
  test('after kill −9 every response that its client got as stored is there, and none that was open', async () => {
    await using closing = new AsyncDisposableStack()
    const fixture = closing.use(await makeFixture())
    const { dataDir, databaseUrl } = fixture.options
    const upstream = closing.use(await startScriptedUpstream())
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    const by = { id: null, name: 'test', address: null }
    await store.settings.update(teamId, { storedResponseDays: 30 }, by)
    const settings = { teamId, ownerId: null, name: 'A', kind: 'api', scopes: ['chat'] } as const
    const { token } = await store.keys.create(settings)
    const config = join(dataDir, 'sextant.yaml')
    const models = ['echo', 'hang-2'].map(id => `{ id: ${id}, provider: up, upstream: ${id}, kind: chat }`)
    writeFileSync(
      config,
      `providers: [{ id: up, kind: openai, baseUrl: "${upstream.baseUrl}" }]\nmodels: [${models.join(', ')}]\n`,
    )
    const environment = databaseUrl === null ? undefined : { DATABASE_URL: databaseUrl }
    const first = await startGatewayProgram(dataDir, config, environment)
    closing.defer(() => void first.gateway.kill('SIGKILL'))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const create = (url: string, body: object) =>
      fetch(`${url}/v1/responses`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ input: 'Hi', ...body }),
      })
    const statusOf = async (url: string, id: string) =>
      (await fetch(`${url}/v1/responses/${id}`, { headers })).status

    const open = await create(first.url, { model: 'hang-2', stream: true })
    const { value } = (await open.body?.getReader().read()) ?? {}
    const [, openId = ''] = /"id":"(resp_\w+)"/.exec(Buffer.from(value ?? []).toString()) ?? []
    const { events } = responseEventsOf(
      await (await create(first.url, { model: 'echo', stream: true })).text(),
    )
    const streamed = events.at(-1)?.['response'] as Answer
    const plain = (await (
      await create(first.url, { model: 'echo', previous_response_id: streamed.id })
    ).json()) as Answer
    const killed = once(first.gateway, 'exit')
    first.gateway.kill('SIGKILL')
    await killed
    const next = await startGatewayProgram(dataDir, config, environment)
    closing.defer(() => void next.gateway.kill('SIGKILL'))

    expect([streamed.store, plain.store]).toEqual([true, true])
    expect(openId).toMatch(/^resp_/)
    expect([
      await statusOf(next.url, streamed.id),
      await statusOf(next.url, plain.id),
      await statusOf(next.url, openId),
    ]).toEqual([200, 200, 404])
    const continued = await create(next.url, { model: 'echo', previous_response_id: plain.id })
    expect(await continued.json()).toMatchObject({ store: true, previous_response_id: plain.id })
    expect(upstream.requests.at(-1)?.json?.messages).toHaveLength(5)
  }, 90_000)
})
