import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answering, startHubServer } from '#lib/models/sources/__fixtures__/hub-server.ts'
import { chatModel, pretendFetched, startHost } from './__fixtures__/running-host.ts'
import { createScriptedEngine, finish, text } from './__fixtures__/scripted-runner.ts'

const engine = createScriptedEngine([...text('A'), finish])
const pull = `/models/${encodeURIComponent(chatModel)}/pull`

test('a pull is followed to its failure, which names every source', async () => {
  await using host = await startHost(engine)
  const events = await (await host.ask(pull, { method: 'POST' })).text()

  expect(events).toContain('"state":"failed"')
  expect(events).toMatch(/file: .* is not in/)
  expect(events).not.toContain('[DONE]')
  expect(await (await host.ask('/downloads')).json()).toMatchObject({
    data: [{ model: chatModel, state: 'failed' }],
  })
})

test('a pull of a downloaded model ends immediately', async () => {
  await using host = await startHost(engine)
  await pretendFetched(host.modelsDir)
  const events = await (await host.ask(pull, { method: 'POST' })).text()

  expect(events).toContain('"state":"ready"')
  expect(events.trimEnd().endsWith('data: [DONE]')).toBe(true)
})

test('one listener can cancel for all, and a waiting call gets the error', async () => {
  await using hub = await startHubServer((_request, response) => {
    response.writeHead(200)
    response.write('x')
  })
  await using host = await startHost({
    loadChat: engine.loadChat,
    modelSources: ['hub'],
    hub: { endpoint: hub.origin, token: null },
  })
  const [first, second] = await Promise.all([
    host.ask(pull, { method: 'POST' }),
    host.ask(pull, { method: 'POST' }),
  ])
  const waiting = host.ask('/v1/chat/completions', {
    body: { model: chatModel, messages: [{ role: 'user', content: 'x' }] },
  })
  await expect.poll(() => hub.requests.length).toBe(1)
  const cancelled = await host.ask(pull, { method: 'DELETE' })

  expect(await cancelled.json()).toMatchObject({ cancelled: true })
  for (const response of [first, second]) expect(await response.text()).toContain('"state":"cancelled"')
  expect((await waiting).status).toBe(503)
})

test('a call for a model that takes long to download gets a retry error', async () => {
  await using hub = await startHubServer((_request, response) => {
    response.writeHead(200)
    response.write('x')
  })
  await using host = await startHost({
    loadChat: engine.loadChat,
    modelSources: ['hub'],
    hub: { endpoint: hub.origin, token: null },
    downloadWaitMs: 50,
  })
  const following = await host.ask(pull, { method: 'POST' })
  const response = await host.ask('/v1/chat/completions', {
    body: { model: chatModel, messages: [{ role: 'user', content: 'x' }], stream: true },
  })

  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('30')
  expect(await response.json()).toMatchObject({ error: { code: 'model_loading' } })
  await following.body?.cancel()
})

test('a manual pull retries a hub that refused before', async () => {
  await using hub = await startHubServer(answering(401))
  await using host = await startHost({
    loadChat: engine.loadChat,
    modelSources: ['hub'],
    hub: { endpoint: hub.origin, token: null },
  })
  await (await host.ask(pull, { method: 'POST' })).text()
  await (await host.ask(pull, { method: 'POST' })).text()

  expect(hub.requests).toHaveLength(2)
})

test('a file with wrong bytes is detected at its first use, deleted and reported', async () => {
  await using host = await startHost(engine)
  await pretendFetched(host.modelsDir)
  await writeFile(
    join(host.modelsDir, chatModel.replace('local/', ''), 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf'),
    'garbage',
  )
  const response = await host.ask('/v1/chat/completions', {
    body: { model: chatModel, messages: [{ role: 'user', content: 'x' }] },
  })

  expect(response.status).toBe(503)
  expect(JSON.stringify(await response.json())).toMatch(/wrong sha256 and was deleted/)
})

test('a deleted model is gone', async () => {
  await using host = await startHost(engine)
  await pretendFetched(host.modelsDir)
  const response = await host.ask(`/models/${chatModel}`, { method: 'DELETE' })

  expect(await response.json()).toMatchObject({ id: chatModel, deleted: true })
  const { data } = z
    .object({ data: z.array(z.object({ id: z.string(), state: z.string() })) })
    .parse(await (await host.ask('/v1/models')).json())
  expect(data.find(({ id }) => id === chatModel)).toMatchObject({ state: 'not_downloaded' })
  expect(data.filter(({ state }) => state === 'ready')).toEqual([])
})

test('an id that is not in the catalog is 404 everywhere', async () => {
  await using host = await startHost(engine)
  const answers = await Promise.all([
    host.ask('/models/nope/pull', { method: 'POST' }),
    host.ask('/models/nope/pull', { method: 'DELETE' }),
    host.ask('/models/nope', { method: 'DELETE' }),
  ])

  expect(answers.map(answer => answer.status)).toEqual([404, 404, 404])
})

test('downloads can be followed as events', async () => {
  await using host = await startHost(engine)
  await pretendFetched(host.modelsDir)
  const stop = new AbortController()
  const response = await host.ask('/downloads', {
    headers: { accept: 'text/event-stream' },
    signal: stop.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('data: {"object":"list","data":[]}\n\n')

  await (await host.ask(pull, { method: 'POST' })).text()
  expect((await reader?.read())?.value).toContain('"state":"ready"')
  stop.abort()
})
