import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Circuits, createCircuits } from '#lib/capabilities/attempts/circuit.ts'
import { missingPostgres, startPostgres } from '#lib/store/__fixtures__/test-database.ts'
import type { Store } from '#lib/store/core/store.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'
import { shareCircuits } from './share-circuits.ts'

interface Member {
  readonly clock: { now: number }
  readonly circuits: Circuits
  readonly gateway: TestGateway
}

describe.skipIf(missingPostgres() !== null)('two gateways on one PostgreSQL', () => {
  const disposables = new AsyncDisposableStack()
  let first: Member
  let second: Member
  beforeAll(async () => {
    const postgres = await startPostgres()
    disposables.defer(() => postgres.stop())
    const databaseUrl = await postgres.createDatabase()
    first = await startMember(databaseUrl)
    disposables.use(first.gateway)
    second = await startMember(databaseUrl)
    disposables.use(second.gateway)
    await connected(second.gateway.store, first.gateway.store)
    await connected(first.gateway.store, second.gateway.store)
  }, 60_000)
  afterAll(() => disposables.disposeAsync())

  /** Opens the circuit of the first gateway. @returns once the second one knows */
  async function openCircuit(model: string): Promise<void> {
    first.gateway.upstream.on(model, { kind: 'error', status: 503 })
    for (let time = 0; time < 5; time++) await ask(first, model)
    await expect.poll(() => isOpen(second, model), { timeout: 10_000 }).toBe(true)
  }

  test('a model that fails on one is not asked by the other for 10 s', async () => {
    second.gateway.upstream.on('away', { kind: 'answer', text: ['whole'] })
    await openCircuit('away')

    expect(await ask(second, 'away')).toBe('second/echo')
    second.clock.now += 10_000
    expect(await ask(second, 'away')).toBe('scripted/away')
  })

  test('when it is back on one, the other tries it at once', async () => {
    second.gateway.upstream.on('back', { kind: 'answer', text: ['whole'] })
    await openCircuit('back')

    first.gateway.upstream.on('back', { kind: 'answer', text: ['whole'] })
    first.clock.now += 30_000
    expect(await ask(first, 'back')).toBe('scripted/back')

    await expect.poll(() => ask(second, 'back'), { timeout: 10_000 }).toBe('scripted/back')
  })

  test('an embedded model that fails on one says nothing about the other', async () => {
    fail(first, 'local/tiny')
    await openCircuit('later')

    expect(second.circuits.open().map(({ key }) => key)).not.toContain('local/tiny')
  })
})

test('an unreadable broadcast is ignored', () => {
  const circuits = createCircuits()
  let send: (text: string) => void = () => {}
  const store = {
    broadcast: () => Promise.resolve(),
    onBroadcast(listener: (text: string) => void) {
      send = listener
      return () => {}
    },
  }
  shareCircuits(store, circuits, { debug: () => {} })

  for (const text of ['', '{', 'null', '{"kind":"other"}', '{"kind":"circuit","key":1}']) send(text)

  expect(circuits.open()).toEqual([])
})

async function startMember(databaseUrl: string): Promise<Member> {
  const clock = { now: 0 }
  const circuits = createCircuits({ now: () => clock.now })
  const gateway = await startTestGateway({ databaseUrl, policy: { circuits, retriesMax: 0 } })
  shareCircuits(gateway.store, circuits, { debug: () => {} })
  return { clock, circuits, gateway }
}

/** Resolves when one store hears the other. */
async function connected(listening: Store, sending: Store): Promise<void> {
  let heard = false
  const stop = listening.onBroadcast(() => (heard = true))
  await vi.waitFor(async () => {
    await sending.broadcast('hello')
    expect(heard).toBe(true)
  }, 20_000)
  stop()
}

/** @returns the model that answered */
async function ask({ gateway }: Member, model: string): Promise<string> {
  const messages = [{ role: 'user', content: 'hello' }]
  const response = await gateway.chat({ model: `scripted/${model}`, models: ['second/echo'], messages })
  const answer = (await response.json()) as { model: string }
  return answer.model
}

function isOpen({ circuits }: Member, model: string): boolean {
  return circuits.open().some(({ key }) => key === `scripted/${model}`)
}

function fail({ circuits }: Member, key: string): void {
  for (let time = 0; time < 5; time++) {
    const ticket = circuits.enter(key)
    if (typeof ticket !== 'number') ticket.failed()
  }
}
