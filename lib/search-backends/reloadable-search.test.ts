import { expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/attempts/circuit.ts'
import { createUpstream } from '#lib/providers/transport/upstream.ts'
import { recorded, startBackend } from './__fixtures__/backend-server.ts'
import { at, testKey } from './__fixtures__/test-search.ts'
import { toAddedBackends } from './added-backends.ts'
import { createReloadableSearch, type ReloadableSearchSettings } from './reloadable-search.ts'
import { probeSearch } from './probe-search.ts'

const query = { query: 'llama wool', kind: 'web', limit: 10, signal: new AbortController().signal } as const

function settingsFor(
  context: { onTestFinished(clean: () => Promise<void>): void },
  allowPrivateProviders: readonly string[],
): Omit<ReloadableSearchSettings, 'added'> {
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
    onFault: error => expect.unreachable(String(error)),
  }
}

test('an added backend is queried by the next search, and a removed one is not', async context => {
  await using brave = await startBackend(recorded('brave-web.json'))
  let added: ReturnType<NonNullable<ReloadableSearchSettings['added']>> = []
  const settings = { ...settingsFor(context, ['127.0.0.0/8']), added: () => added }
  const { search, hasBackends } = createReloadableSearch(settings)

  expect([hasBackends(), (await search(query)).answered]).toEqual([false, []])
  added = [at('brave', brave.origin, testKey)]
  expect([hasBackends(), (await search(query)).answered]).toMatchObject([true, [{ backend: 'brave' }]])
  added = []
  expect([hasBackends(), (await search(query)).answered]).toEqual([false, []])
})

test("the operator's list excludes all other backends", async context => {
  await using brave = await startBackend(recorded('brave-web.json'))
  const added = [at('brave', brave.origin, testKey)]
  const { search, hasBackends } = createReloadableSearch({
    ...settingsFor(context, []),
    ordered: true,
    added: () => added,
  })

  expect([hasBackends(), (await search(query)).answered]).toEqual([false, []])
  expect(brave.asked).toEqual([])
})

test('a URL from the console is guarded, and the same one from the operator is not', async context => {
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

test('a test of a backend reports why it fails', async context => {
  await using brave = await startBackend({ status: 401, body: `{"error":"${testKey}"}` })
  const { signal } = new AbortController()

  const probe = await probeSearch(at('brave', brave.origin, testKey), settingsFor(context, []), signal)

  expect(probe.ok ? '' : probe.reason).not.toBe('')
  expect(JSON.stringify(probe)).not.toContain(testKey)
})

test('an unusable backend is reported with the reason', () => {
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
    brave: 'It requires a key.',
    searxng: 'It requires a URL.',
    'of-tomorrow': 'Unknown search backend of-tomorrow.',
    exa: 'exa is set in the configuration.',
  })
})
