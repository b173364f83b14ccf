import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createReloadableRegistry } from '#lib/providers/registry/reloadable-registry.ts'
import { createTestUpstream } from '#lib/providers/__fixtures__/test-upstream.ts'
import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { openStore } from '#lib/store/core/store.ts'
import { makeOtherTeam, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import type { AddedSetup, SetupProblems } from './added-setup.ts'
import { findAddressProblem } from '#lib/web/fetch/address-problem.ts'
import { watchProviderSetup } from './provider-setup.ts'

const box = createSecretBox(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
const otherBox = createSecretBox(`k1:${Buffer.alloc(32, 2).toString('base64')}`)
const apiKey = 'sk-0123456789abcdefghij'
const vllm = {
  purpose: 'models',
  name: 'my-vllm',
  kind: 'openai',
  server: 'vllm',
  messagesApi: null,
  baseUrl: 'https://gpu.example.org/v1',
  apiKey,
} as const

async function start() {
  const options = { dataDir: mkdtempSync(join(tmpdir(), 'sextant-setup-')), databaseUrl: null }
  const store = await openStore(options)
  onTestFinished(async () => {
    await store.close()
    rmSync(options.dataDir, { recursive: true })
  })
  const owner = await makeOwner(store)
  const upstream = createTestUpstream()
  const fetchImage = () => Promise.reject(new Error('no images here'))
  const registry = createReloadableRegistry({
    providers: [],
    models: [],
    request: upstream.request,
    fetchImage,
    local: null,
  })
  const log = { info: vi.fn<(...said: unknown[]) => void>(), warn: vi.fn<(...said: unknown[]) => void>() }
  let applied = 0
  const watched = await watchProviderSetup({
    store,
    team: async () => (await store.teams.openModeOwner()).teamId,
    box,
    addressProblem: url => findAddressProblem(url, { allow: ['10.9.0.0/16'], resolve: async () => [] }),
    log,
    apply(added): SetupProblems {
      applied++
      return {
        ...registry.replace({ ...added, defaults: {} }),
        search: new Map(),
        defaults: new Map(),
      }
    },
  })
  onTestFinished(() => watched.stop())
  const answers = (id: string) => {
    try {
      return registry.resolve(id).providerId
    } catch {
      return null
    }
  }
  return { store, options, owner, registry, log, watched, answers, applied: () => applied }
}

test('added providers work within a second and disabled ones stop, without a restart', async () => {
  const { store, owner, answers } = await start()
  const { teamId } = owner
  expect(answers('my-vllm/a')).toBeNull()

  const { id } = await store.providers.create(teamId, vllm, box, owner)
  await store.modelSetup.name(
    teamId,
    { id: 'team-chat', provider: 'my-vllm', upstream: 'a', kind: 'chat' },
    owner,
  )
  await vi.waitFor(() => expect(answers('team-chat')).toBe('my-vllm'), { timeout: 3000 })

  await store.providers.change(teamId, id, { enabled: false }, box, owner)
  await vi.waitFor(() => expect(answers('my-vllm/a')).toBeNull(), { timeout: 3000 })
})

test('a new price applies to the next request', async () => {
  const { store, owner, registry } = await start()
  await store.providers.create(owner.teamId, vllm, box, owner)
  const price = { input: 1.5, output: 6 }

  await store.modelSetup.change(owner.teamId, 'my-vllm/a', { price }, owner)

  await vi.waitFor(() => expect(registry.resolve('my-vllm/a').price?.listed).toEqual(price), {
    timeout: 3000,
  })
})

test('a row whose key cannot be decrypted is reported and not used; others work', async () => {
  const { store, owner, answers, watched, log } = await start()
  await store.providers.create(owner.teamId, { ...vllm, name: 'lost' }, otherBox, owner)
  await store.providers.create(owner.teamId, { ...vllm, name: 'odd', kind: 'of-tomorrow' }, box, owner)
  await store.providers.create(owner.teamId, vllm, box, owner)

  await vi.waitFor(() => expect(answers('my-vllm/a')).toBe('my-vllm'), { timeout: 3000 })
  expect([answers('lost/a'), answers('odd/a')]).toEqual([null, null])
  expect(watched.problems.providers.get('lost')).toContain('ENCRYPTION_KEY cannot decrypt its API key')
  expect(watched.problems.providers.get('odd')).toBe('Unknown provider kind: of-tomorrow.')
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain(apiKey)
})

test('a key that cannot be decrypted leaves the requests to the others, and is reported once by its number', async () => {
  const { store, owner, registry, watched, log } = await start()
  const { teamId } = owner
  const moreKeys = ['sk-second-0123456789ab', 'sk-third-0123456789abc']
  const { id, keys } = await store.providers.create(teamId, { ...vllm, moreKeys }, box, owner)
  const saved = keys.slice(1).map(key => ({ saved: key.id }))

  const changed = await store.providers.change(
    teamId,
    id,
    { keys: [{ key: apiKey }, ...saved] },
    otherBox,
    owner,
  )
  await vi.waitFor(() => expect(watched.lostKeys).toEqual([changed.keys[0]?.id]), { timeout: 3000 })

  const names = registry.resolve('my-vllm/a').deployments?.map(({ deployment }) => deployment?.keyName)
  expect(names).toEqual(['my-vllm#2', 'my-vllm#3'])
  expect(watched.problems.providers.size).toBe(0)
  await store.modelSetup.alias(teamId, 'fast', 'my-vllm/a', owner)
  await vi.waitFor(() => expect(registry.resolve('fast').publicId).toBe('my-vllm/a'), { timeout: 3000 })
  expect(log.warn.mock.calls).toEqual([
    [
      { provider: 'my-vllm' },
      expect.stringContaining('key my-vllm#1 (sk-…ghij) not in use: ENCRYPTION_KEY cannot'),
    ],
  ])
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain(apiKey)

  await store.providers.change(teamId, id, { keys: [{ key: apiKey }, ...saved] }, box, owner)
  await vi.waitFor(() => expect(watched.lostKeys).toEqual([]), { timeout: 3000 })
  expect(registry.resolve('my-vllm/a').deployments).toHaveLength(3)
})

test('after a team is deleted, providers of the next one work', async () => {
  const { store, owner, answers } = await start()
  await store.providers.create(owner.teamId, { ...vllm, name: 'former' }, box, owner)
  await vi.waitFor(() => expect(answers('former/a')).toBe('former'), { timeout: 3000 })

  await store.teams.delete(owner.teamId, owner)
  await vi.waitFor(() => expect(answers('former/a')).toBeNull(), { timeout: 3000 })
  const next = await makeOwner(store)
  await store.providers.create(next.teamId, vllm, box, next)

  await vi.waitFor(() => expect(answers('my-vllm/a')).toBe('my-vllm'), { timeout: 3000 })
})

test("another team's providers are not this one's, and a change of keys makes no new registry", async () => {
  const { store, options, owner, answers, applied } = await start()
  const stranger = await makeOtherTeam(options)
  await store.providers.create(stranger.teamId, { ...vllm, name: 'theirs' }, box, stranger)
  await store.keys.create({ teamId: owner.teamId, ownerId: null, name: 'k', kind: 'api', scopes: ['chat'] })

  await store.providers.create(owner.teamId, vllm, box, owner)
  await vi.waitFor(() => expect(answers('my-vllm/a')).toBe('my-vllm'), { timeout: 3000 })

  expect(answers('theirs/a')).toBeNull()
  expect(applied()).toBe(2)
})

test('a change that could not be read at first is read later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { store, owner, log } = await start()
  const told: (() => void)[] = []
  const open = vi.fn<typeof store.providers.open>((...asked) => store.providers.open(...asked))
  const apply = vi.fn<(added: AddedSetup) => SetupProblems>(() => ({
    providers: new Map(),
    models: new Map(),
    search: new Map(),
    defaults: new Map(),
  }))
  const onChange = (listener: () => void) => {
    told.push(listener)
    return () => {}
  }
  const flaky = { providers: { open }, modelSetup: store.modelSetup, onChange }
  const watched = await watchProviderSetup({
    store: flaky,
    team: async () => owner.teamId,
    box,
    addressProblem: async () => null,
    log,
    apply,
  })
  onTestFinished(() => watched.stop())
  await store.providers.create(owner.teamId, vllm, box, owner)
  open.mockRejectedValueOnce(new Error('the database is away'))

  for (const tell of told) tell()
  await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 10_000 })
  expect(apply).toHaveBeenCalledTimes(1)
  vi.runOnlyPendingTimers()

  await vi.waitFor(() => expect(apply).toHaveBeenCalledTimes(2), { timeout: 10_000 })
  expect(apply.mock.lastCall?.[0].providers).toMatchObject([{ id: 'my-vllm' }])
})

test('a provider at a private address has its problem at once, unless its network is allowed', async () => {
  const { store, owner, watched, log } = await start()

  for (const [name, host] of [
    ['blocked', '10.0.0.5'],
    ['allowed', '10.9.0.5'],
  ])
    await store.providers.create(
      owner.teamId,
      { ...vllm, name: String(name), baseUrl: `http://${host}/v1` },
      box,
      owner,
    )
  await vi.waitFor(() => expect(watched.problems.providers.size).toBe(1), { timeout: 3000 })

  expect(watched.problems.providers.get('blocked')).toContain('ALLOW_PRIVATE_PROVIDERS')
  expect(JSON.stringify(log.warn.mock.calls)).toContain('10.0.0.5 is a private or reserved address')
})
