import { expect, test } from 'vitest'
import { makeOtherTeam, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const named = { id: 'team-chat', provider: 'my-vllm', upstream: 'qwen3-32b', kind: 'chat' }

onEachDatabase(makeFixture => {
  const deployments = [
    { provider: 'acme', upstream: 'large', weight: 3, tier: 0 },
    {
      provider: 'local',
      upstream: 'local/small',
      weight: 1,
      tier: 1,
      maxParallel: 2,
      priceOf: 'openai/gpt-4o',
    },
  ]

  test('model settings are stored to the cent, and absent ones stay unchanged', async () => {
    await using fixture = await makeFixture()
    const { modelSetup, ...store } = await fixture.open()
    const owner = await makeOwner({ modelSetup, ...store })
    const { teamId } = owner

    await modelSetup.change(teamId, 'local/a', { price: { input: 0.1, output: 0.4 } }, owner)
    await modelSetup.change(teamId, 'local/a', { fallbacks: ['b', 'c/d'], enabled: false }, owner)
    await modelSetup.change(teamId, 'b', { contextTokens: 8192 }, owner)
    await modelSetup.change(teamId, 'c', { deployments }, owner)
    const cached = { input: 1, output: 2, cacheRead: 0.1, cacheWrite5m: 1.25 }
    await modelSetup.change(teamId, 'd', { price: { ...cached, cacheRead: 0.1000000001 } }, owner)
    const stepped = { input: 1, output: 2, above: { '200000': { input: 2, output: 4 } } }
    await modelSetup.change(teamId, 'stepped', { price: stepped }, owner)
    await modelSetup.change(teamId, 'heard', { price: { audio: 0.36 } }, owner)
    await modelSetup.change(teamId, 'free', { price: 'free' }, owner)

    const { settings } = await modelSetup.read(teamId)
    expect(settings.get('local/a')).toEqual({
      enabled: false,
      price: { input: 0.1, output: 0.4 },
      contextTokens: null,
      fallbacks: ['b', 'c/d'],
      deployments: null,
    })
    const unset = { enabled: true, price: null, contextTokens: null, fallbacks: null, deployments: null }
    expect(settings.get('b')).toEqual({ ...unset, contextTokens: 8192 })
    expect(settings.get('c')).toEqual({ ...unset, deployments })
    expect(settings.get('d')).toEqual({ ...unset, price: cached })
    expect(settings.get('stepped')?.price).toEqual(stepped)
    expect(settings.get('heard')?.price).toEqual({ audio: 0.36 })
    expect(settings.get('free')?.price).toBe('free')
  })

  test('a default model is stored whatever its name', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)

    await store.modelSetup.choose(owner.teamId, 'chat', 'a\0b', owner)

    expect((await store.modelSetup.read(owner.teamId)).defaults).toEqual({ chat: 'a\uFFFDb' })
  })

  test('a model name is unique within the team, and deleting it deletes its settings', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const stranger = await makeOtherTeam(fixture.options)
    await store.modelSetup.name(owner.teamId, named, owner)
    await store.modelSetup.change(owner.teamId, named.id, { contextTokens: 1 }, owner)

    await expect(store.modelSetup.name(owner.teamId, named, owner)).rejects.toMatchObject({ param: 'id' })
    await expect(store.modelSetup.unname(stranger.teamId, named.id, stranger)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await store.modelSetup.read(stranger.teamId)).named).toEqual([])
    expect((await store.modelSetup.read(owner.teamId)).named).toEqual([named])
    await store.modelSetup.unname(owner.teamId, named.id, owner)
    const after = await store.modelSetup.read(owner.teamId)
    expect([after.named, after.settings.size]).toEqual([[], 0])
  })

  test('the default model of a job can be set, changed and cleared; each change is audited', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const chosen = async () => (await store.modelSetup.read(owner.teamId)).defaults

    await store.modelSetup.choose(owner.teamId, 'chat', 'a', owner)
    await store.modelSetup.choose(owner.teamId, 'chat', 'b', owner)
    expect(await chosen()).toEqual({ chat: 'b' })
    await store.modelSetup.choose(owner.teamId, 'chat', null, owner)

    expect(await chosen()).toEqual({})
    const [last] = await store.audit.list(owner.teamId, { limit: 1 })
    expect(last).toMatchObject({ action: 'model.default', before: '{"model":"b"}', after: '{"model":null}' })
  })

  test('an alias can be set, moved to another model and removed; each change is audited', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const aliases = async () => (await store.modelSetup.read(owner.teamId)).aliases

    await store.modelSetup.alias(owner.teamId, 'fast', 'a', owner)
    await store.modelSetup.alias(owner.teamId, 'fast', 'b', owner)
    await store.modelSetup.alias(owner.teamId, 'fast', 'b', owner)
    expect(await aliases()).toEqual({ fast: 'b' })
    await store.modelSetup.alias(owner.teamId, 'fast', null, owner)
    const again = store.modelSetup.alias(owner.teamId, 'fast', null, owner)
    await expect(again).rejects.toMatchObject({ code: 'not_found' })

    expect(await aliases()).toEqual({})
    const record = await store.audit.list(owner.teamId, { limit: 3 })
    expect(record.map(({ action, target, after }) => [action, target, after])).toEqual([
      ['model.alias', 'fast', '{"model":null}'],
      ['model.alias', 'fast', '{"model":"b"}'],
      ['model.alias', 'fast', '{"model":"a"}'],
    ])
  })

  test('a change without effect is not audited', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const said = { price: { input: 0.1, output: 0.4 }, fallbacks: ['b'], enabled: true, contextTokens: 8192 }
    await store.modelSetup.change(owner.teamId, 'a', said, owner)
    await store.modelSetup.choose(owner.teamId, 'chat', 'a', owner)
    const before = await store.audit.list(owner.teamId, { limit: 10 })

    await store.modelSetup.change(owner.teamId, 'a', { ...said, fallbacks: ['b'] }, owner)
    await store.modelSetup.change(owner.teamId, 'never-said', { enabled: true }, owner)
    await store.modelSetup.choose(owner.teamId, 'chat', 'a', owner)
    await store.modelSetup.choose(owner.teamId, 'embeddings', null, owner)

    expect(await store.audit.list(owner.teamId, { limit: 10 })).toEqual(before)
    expect((await store.modelSetup.read(owner.teamId)).defaults).toEqual({ chat: 'a' })
  })
})
