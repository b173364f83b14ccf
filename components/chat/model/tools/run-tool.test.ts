import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import type { StartRun } from '#lib/client/send.ts'
import { writeTools } from '#components/chat/model/draft/tool-drafts.ts'
import { builtInTools, isBuiltInCall } from './built-in-tools.ts'
import { runTool } from './run-tool.ts'

const params = writeTools({}, [builtInTools.search_web, builtInTools.search_library])
const call = (name: string, given: string) => ({
  id: 'c1',
  type: 'function' as const,
  function: { name, arguments: given },
})

function scripted(end: Partial<Run>) {
  const sent: { path: string; body: unknown }[] = []
  const seen: Run['state'][] = []
  const send: StartRun = ({ path, body }) => {
    sent.push({ path, body: JSON.parse(body) as unknown })
    const run: Run = {
      id: 'r',
      state: 'running',
      request: { method: 'POST', path, body },
      response: null,
      events: [],
      timing: { startedAt: 0, firstMs: null, totalMs: null },
      failure: null,
    }
    return { id: 'r', current: () => run, stop() {}, finished: Promise.resolve({ ...run, ...end }) }
  }
  const options = {
    index: 0,
    signal: new AbortController().signal,
    onRun: (run: Run) => seen.push(run.state),
    send,
  }
  return { sent, seen, options }
}
const response = (body: object) => ({ status: 200, headers: {}, body: JSON.stringify(body) })

test('a web search goes to the API without the library, and its results are the answer', async () => {
  const results = [{ title: 'Tides', url: 'https://a.example/', content: 'The moon.' }]
  const { sent, seen, options } = scripted({ state: 'done', response: response({ data: { results } }) })

  const content = await runTool(call('search_web', '{"query":" tides ","limit":99}'), params, options)

  expect(sent).toEqual([
    { path: '/v1/web', body: { model: 'search', params: { query: 'tides', limit: 20, library: false } } },
  ])
  expect(seen).toEqual(['running', 'done'])
  expect(content).toContain('The moon.')
})

test('a library search asks for five passages by default', async () => {
  const { sent, options } = scripted({ state: 'done', response: response({ data: [] }) })

  await runTool(call('search_library', '{"query":"keys"}'), params, options)

  expect(sent).toEqual([{ path: '/v1/library/search', body: { query: 'keys', top_k: 5 } }])
})

test('the model learns why a search failed; a stopped one has no answer', async () => {
  const failure = { kind: 'unreachable', message: 'No connection.' } as const
  const failed = scripted({ state: 'failed', failure })
  const stopped = scripted({ state: 'stopped' })
  const asked = call('search_web', '{"query":"q"}')

  expect(await runTool(asked, params, failed.options)).toBe('The search failed: No connection.')
  expect(await runTool(asked, params, stopped.options)).toBeNull()
})

test('invalid arguments are not sent', async () => {
  const { sent, options } = scripted({ state: 'done' })

  expect(await runTool(call('search_web', '{"query":'), params, options)).toContain('`query` is missing')
  expect(sent).toEqual([])
})

test('a tool of the user is never run, even under the name of a built-in one', async () => {
  const { sent, options } = scripted({ state: 'done' })
  const own = writeTools({}, [{ ...builtInTools.search_web, description: 'Mine' }])
  const asked = call('search_web', '{"query":"q"}')

  expect(await runTool(asked, own, options)).toBeNull()
  expect(isBuiltInCall(own, asked)).toBe(false)
  expect(isBuiltInCall(params, call('get_weather', '{}'))).toBe(false)
  expect(sent).toEqual([])
})
