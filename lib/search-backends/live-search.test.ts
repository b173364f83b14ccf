import { expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/circuit.ts'
import { createUpstream } from '#lib/providers/transport/upstream.ts'
import { recorded, startBackend } from './__fixtures__/backend-server.ts'
import { at, testKey } from './__fixtures__/test-search.ts'
import { toAddedBackends } from './added-backends.ts'
import { createLiveSearch, type LiveSearchSettings } from './live-search.ts'
import { probeSearch } from './probe-search.ts'

const query = { query: 'llama wool', kind: 'web', limit: 10, signal: new AbortController().signal } as const

function settingsFor(
  context: { onTestFinished(clean: () => Promise<void>): void },
  allowPrivateProviders: readonly string[],
): Omit<LiveSearchSettings, 'added'> {
  const upstream = createUpstream({ connectMs: 1000, allowPrivateProviders })
  context.onTestFinished(() => upstream.close())
  return {
    configured: [],
    ordered: false,
    builtIn: [],
    request: upstream.request,
    circuits: createCircuits(),
    version: '0',
    contact: null,
    resultPage: () => 'http://console.example/',
    onFault: error => expect.unreachable(String(error)),
  }
}

test('a backend that is added is asked by the next search, and one taken away by none', async context => {
  await using brave = await startBackend(recorded('brave-web.json'))
  let added: ReturnType<NonNullable<LiveSearchSettings['added']>> = []
  const settings = { ...settingsFor(context, ['127.0.0.0/8']), added: () => added }
  const search = createLiveSearch(settings)

  expect((await search(query)).answered).toEqual([])
  added = [at('brave', brave.origin, testKey)]
  expect((await search(query)).answered).toMatchObject([{ backend: 'brave' }])
  added = []
  expect((await search(query)).answered).toEqual([])
})

test("where the operator's list says who may be asked, nobody else is", async context => {
  await using brave = await startBackend(recorded('brave-web.json'))
  const added = [at('brave', brave.origin, testKey)]
  const search = createLiveSearch({ ...settingsFor(context, []), ordered: true, added: () => added })

  expect((await search(query)).answered).toEqual([])
  expect(brave.asked).toEqual([])
})

test('an address of the console is guarded, where the same one of the operator is not', async context => {
  await using searxng = await startBackend(recorded('searxng-web.json'))
  const { backends } = toAddedBackends([{ id: 'searxng', baseUrl: searxng.origin, apiKey: null }], [])
  const [ofConsole] = backends
  if (ofConsole === undefined) throw new Error('it was refused')
  const { signal } = new AbortController()

  const guarded = await probeSearch(ofConsole, settingsFor(context, []), signal)
  expect([guarded.ok, searxng.asked]).toEqual([false, []])

  const opened = await probeSearch(ofConsole, settingsFor(context, ['127.0.0.0/8']), signal)
  const ofOperator = await probeSearch(at('searxng', searxng.origin), settingsFor(context, []), signal)
  expect([opened, ofOperator]).toMatchObject([{ ok: true }, { ok: true }])
})

test('a test of a backend says what keeps it from answering', async context => {
  await using brave = await startBackend({ status: 401, body: `{"error":"${testKey}"}` })
  const { signal } = new AbortController()

  const probe = await probeSearch(at('brave', brave.origin, testKey), settingsFor(context, []), signal)

  expect(probe.ok ? '' : probe.reason).not.toBe('')
  expect(JSON.stringify(probe)).not.toContain(testKey)
})

test('what cannot be asked is told by its reason', () => {
  const none = { baseUrl: null, apiKey: null }

  const { backends, refused } = toAddedBackends(
    [
      { id: 'brave', ...none },
      { id: 'searxng', ...none },
      { id: 'of-tomorrow', ...none },
      { id: 'exa', baseUrl: null, apiKey: 'k' },
      { id: 'tavily', baseUrl: null, apiKey: 'k' },
    ],
    ['exa'],
  )

  expect(backends).toEqual([{ id: 'tavily', baseUrl: null, apiKey: 'k', from: 'console' }])
  expect(Object.fromEntries(refused)).toEqual({
    brave: 'It needs a key.',
    searxng: 'It needs an address.',
    'of-tomorrow': 'There is no search backend of-tomorrow.',
    exa: 'exa is set up by the configuration.',
  })
})
