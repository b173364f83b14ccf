import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openHistory, type History, overflow, stateOf, readRun } from './history.ts'
import { answerBytesMax } from '#components/playground/run/model/cut-runs.ts'
import { type HistoryEntry, type HistorySummary, toSummary } from './history-entry.ts'
import { attachmentBytesMax } from './attachment-size.ts'
import { openMemoryDatabase } from './history-database.ts'
import type { Run } from '#lib/client/run.ts'

test('an entry is restored in full, and its summary has a title but no response', async () => {
  const history = await open()
  const saved = entry({ view: { tree: [1, { a: null }] } })

  await history.save(saved)

  expect(await history.get(saved.id)).toMatchObject(saved)
  expect(await history.list('chat')).toMatchObject([
    { id: saved.id, title: 'What is a monad?', state: 'done' },
  ])
  expect(await history.list('rerank')).toEqual([])
})

test('an entry is found by its id and by the id of any of its runs', async () => {
  const history = await open()
  await history.save(entry({ id: 'a', runs: [run({ id: 'run_1' }), run({ id: 'run_2' })] }))

  expect(await history.findRun('run_2')).toMatchObject({ id: 'a' })
  expect(await history.findRun('a')).toMatchObject({ id: 'a' })
  expect(await history.findRun('run_3')).toBeNull()
})

test.each([
  [{ query: 'How long?', documents: ['a', 'b'] }, 'How long?'],
  [{ input: ['How do I', 'two'] }, 'How do I · 2 texts'],
  [{ input: 'alone' }, 'alone'],
  [{ input: [[1, 2]] }, 'embeddings'],
  [{ url: 'https://a.example/b', search: '', timeout: 3 }, 'https://a.example/b'],
  [{ url: 'https://a.example', search: 'tides', limit: 50 }, 'https://a.example · “tides” · limit 50'],
  [{ file: { name: 'a.pdf', type: '', size: 3 }, details: 'true' }, 'a.pdf'],
  [{ model: 'scrape', params: { url: 'https://a.example/b' } }, 'https://a.example/b'],
])('%j is titled after its request', async (body, title) => {
  const history = await open()

  await history.save(entry({ contract: 'embeddings', draft: { contract: 'embeddings', body } }))

  expect(await history.list('embeddings')).toMatchObject([{ title }])
})

test('pages that were read together are titled after the first, with their number', async () => {
  const history = await open()
  const at = (url: string) => ({ model: 'scrape', params: { url } })
  const draft = { contract: 'scrape', body: at('https://a.example/1'), others: [at('https://a.example/2')] }

  await history.save(entry({ contract: 'scrape', draft }))

  expect(await history.list('scrape')).toMatchObject([{ title: 'https://a.example/1 · 2 pages' }])
})

test('a set of thousands of texts is searchable by its first ones', async () => {
  const history = await open()
  const input = Array.from({ length: 2048 }, (_, index) => `Ticket ${index} ${'x'.repeat(1000)}`)

  await history.save(entry({ contract: 'embeddings', draft: { contract: 'embeddings', body: { input } } }))

  const [summary] = await history.list('embeddings', 'ticket 1')
  expect(summary?.haystack.length).toBeLessThanOrEqual(4000)
  expect(await history.list('embeddings', 'ticket 900')).toEqual([])
})

test('pinned entries come first, then the newest', async () => {
  const history = await open()
  for (const createdAt of [1, 3, 2]) await history.save(entry({ id: `e${createdAt}`, createdAt }))

  await history.pin('e1', true)

  expect((await history.list('chat')).map(each => each.id)).toEqual(['e1', 'e3', 'e2'])
})

test('search matches every word in name or request, ignoring case', async () => {
  const history = await open()
  await history.save(entry({ id: 'a' }))
  await history.save(entry({ id: 'b', draft: chat('Explain tides') }))
  await history.rename('b', 'Moon')

  expect((await history.list('chat', 'MONAD what')).map(each => each.id)).toEqual(['a'])
  expect((await history.list('chat', 'moon tides')).map(each => each.id)).toEqual(['b'])
  expect(await history.list('chat', 'monad tides')).toEqual([])
})

test('saving again keeps a name and pin that were set in the meantime', async () => {
  const history = await open()
  await history.save(entry({}))
  await history.rename('e', ' Mine ')
  await history.pin('e', true)

  await history.save(entry({ runs: [run({ state: 'stopped' })] }))

  expect(await history.get('e')).toMatchObject({ name: 'Mine', pinned: true, runs: [{ state: 'stopped' }] })
})

test('a pin set during a write of the same entry is kept', async () => {
  const gate = Promise.withResolvers<void>()
  const memory = openMemoryDatabase()
  const waits = [Promise.resolve(), gate.promise]
  const history = await open('tab.load', {
    ...memory,
    put: async (summary, stored) => {
      await waits.shift()
      await memory.put(summary, stored)
    },
  })
  await history.save(entry({}))

  const saving = history.save(entry({}))
  await setImmediate()
  const pinning = history.pin('e', true)
  await setImmediate()
  gate.resolve()
  await Promise.all([saving, pinning])

  expect(await history.get('e')).toMatchObject({ pinned: true })
})

test('beyond 200 entries, the oldest unpinned ones are deleted', async () => {
  const history = await open()
  for (let index = 0; index < 200; index += 1)
    await history.save(entry({ id: `e${index}`, createdAt: index }))
  await history.pin('e0', true)

  await history.save(entry({ id: 'new', createdAt: 1000 }))

  const ids = (await history.list('chat')).map(each => each.id)
  expect(ids).toHaveLength(200)
  expect(ids).toContain('e0')
  expect(ids).not.toContain('e1')
})

test('at most 1 MB of a response is stored, and the cut is marked', async () => {
  const history = await open()
  const body = 'x'.repeat(answerBytesMax + 1)
  const event = { atMs: 1, bytes: answerBytesMax / 2, kind: 'data', data: '…' } as const
  const events = [1, 2, 3].map(number => ({ ...event, number }))

  await history.save(
    entry({
      runs: [run({ response: { status: 200, headers: {}, body } }), run({ events }), run({ events: [] })],
    }),
  )

  const runs = (await history.get('e'))?.runs ?? []
  expect(runs.map(each => [each.response?.body?.length, each.events.length, each.cut])).toEqual([
    [undefined, 0, true],
    [2, 2, true],
    [2, 0, undefined],
  ])
})

test('a run whose page was reloaded becomes interrupted and keeps its events', async () => {
  const database = openMemoryDatabase()
  const first = await open('tab.load1', database)
  const partial = { number: 1, atMs: 5, bytes: 1, kind: 'data', data: 'x' } as const
  await first.save(entry({ runs: [run({ state: 'running', events: [partial] })] }))

  const reloaded = await open('tab.load2', database)
  const otherTab = await open('other.load1', database)

  expect(await first.get('e')).toMatchObject({ runs: [{ state: 'running' }] })
  expect(await otherTab.get('e')).toMatchObject({ runs: [{ state: 'running' }] })
  expect(await reloaded.list('chat')).toMatchObject([{ state: 'interrupted' }])
  expect(await reloaded.get('e')).toMatchObject({
    runs: [{ state: 'interrupted', events: [partial], failure: { kind: 'interrupted', code: 'page_left' } }],
  })
})

test('an export can be imported elsewhere; invalid lines are reported and skipped', async () => {
  const from = await open()
  const to = await open()
  await from.save(entry({ id: 'a' }))
  const compared = { ...chat('Compare'), others: [{ model: 'n' }] }
  await from.save(entry({ id: 'b', pinned: true, name: 'Kept', draft: compared }))
  const lines = `${await from.export()}{"id":1}\nnot json\n`

  const first = await to.import(lines)
  const again = await to.import(lines)

  expect(first).toMatchObject({
    added: 2,
    skipped: 0,
    problems: [{ line: 3 }, { line: 4, reason: 'not a JSON object' }],
  })
  expect(again).toMatchObject({ added: 0, skipped: 2 })
  expect(await to.export()).toBe(await from.export())
})

test('an endlessly nested line is reported and skipped', async () => {
  const from = await open()
  await from.save(entry({ id: 'a' }))
  const good = await from.export()
  const deep = good.replace('"body":{', `"body":{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},`)
  const to = await open()

  expect(await to.import(`${deep}${good}`)).toEqual({
    added: 1,
    skipped: 0,
    problems: [{ line: 1, reason: 'nested too deeply' }],
  })
})

test('clearing empties one playground, and listeners hear every change', async () => {
  const history = await open()
  let changes = 0
  history.onChange(() => (changes += 1))
  await history.save(entry({ id: 'a' }))
  await history.save(entry({ id: 'b', contract: 'rerank' }))

  await history.clear('chat')
  await history.delete('b')

  expect(await history.list('chat')).toEqual([])
  expect(await history.get('b')).toBeNull()
  expect(changes).toBe(4)
})

test('without a database history stays in memory and reports it', async () => {
  const history = await openHistory({
    writer: { id: 'a.b', tab: 'a' },
    openDatabase: () => Promise.reject(new DOMException('off', 'SecurityError')),
  })

  await history.save(entry({}))

  expect(history.persistent).toBe(false)
  expect(await history.list('chat')).toHaveLength(1)
})

test('an attachment is restored in binary, stays when a later save has none, and is not exported', async () => {
  const history = await open()
  const attachment = { vectors: new Float32Array([1, 2.5]), texts: ['sxt_AbCdEf0123456789AbCdEf'] }

  await history.save(entry({ attachment }))
  await history.save(entry({ runs: [run({ state: 'stopped' })] }))

  expect((await history.get('e'))?.attachment).toEqual({
    vectors: new Float32Array([1, 2.5]),
    texts: ['[key removed]'],
  })
  expect(await history.export()).not.toContain('vectors')
  await history.delete('e')
  expect(await history.get('e')).toBeNull()
})

test('an attachment over 64 MB is kept by the page until the next one of its playground', async () => {
  const database = openMemoryDatabase()
  const history = await open('tab.load1', database)
  const attachment = { vectors: new Float32Array(attachmentBytesMax / 4 + 1) }

  await history.save(entry({ attachment }))

  expect((await history.get('e'))?.attachment).toBe(attachment)
  expect(await database.attachment('e')).toBeNull()
  await history.save(entry({ id: 'next', attachment: { ...attachment } }))
  expect((await history.get('e'))?.attachment).toBeUndefined()
  expect((await open('tab.load2', database).then(later => later.get('next')))?.attachment).toBeUndefined()
})

test('when the browser is full of runs, the attachment stays in the page and the caller learns it', async () => {
  const memory = openMemoryDatabase()
  let isFull = true
  const database = {
    ...memory,
    put: (...[summary, stored, attachment]: Parameters<typeof memory.put>) =>
      attachment && isFull
        ? Promise.reject(new DOMException('full', 'QuotaExceededError'))
        : memory.put(summary, stored, attachment),
  }
  const history = await open('tab.load1', database)

  await expect(history.save(entry({ attachment: { a: 1 } }))).rejects.toThrow('full')

  expect(await history.get('e')).toMatchObject({ attachment: { a: 1 }, runs: [{ state: 'done' }] })
  isFull = false
  await history.save(entry({ attachment: { a: 2 } }))
  expect((await history.get('e'))?.attachment).toEqual({ a: 2 })
})

test('the oldest attachments make room for a new one, and their entries stay', async () => {
  const history = await open()
  const attachment = { vectors: new Float32Array(attachmentBytesMax / 4 - 100) }
  const ids = ['a', 'b', 'c', 'd', 'e']

  for (const [createdAt, id] of ids.entries()) await history.save(entry({ id, createdAt, attachment }))

  const kept = await Promise.all(ids.map(async id => (await history.get(id))?.attachment !== undefined))
  expect(kept).toEqual([false, true, true, true, true])
  expect(await history.list('chat')).toHaveLength(5)
})

test('two tabs that continue the same entry do not overwrite each other', async () => {
  const database = openMemoryDatabase()
  const first = await open('one.load', database)
  const second = await open('two.load', database)
  await first.save(entry({ view: 'start' }))
  const opened = await second.get('e')
  if (!opened) throw new Error('no entry')

  await first.save(entry({ view: 'first' }))
  const copy = await second.save({ ...opened, view: 'second' })
  const again = await second.save({ ...opened, view: 'second, later' })

  expect(await first.get('e')).toMatchObject({ view: 'first' })
  expect(copy.id).not.toBe('e')
  expect(again).toEqual(copy)
  expect(await first.get(copy.id)).toMatchObject({ view: 'second, later' })
})

test('a tab that opened an entry of another one continues it in place, and so does a reloaded tab', async () => {
  const database = openMemoryDatabase()
  const first = await open('one.load', database)
  await first.save(entry({ view: 'start' }))
  const second = await open('two.load', database)
  const opened = await second.get('e')
  if (!opened) throw new Error('no entry')

  await second.save({ ...opened, view: 'second' })
  const reloaded = await open('two.later', database)
  await reloaded.save(entry({ view: 'reloaded' }))

  expect(await reloaded.list('chat')).toHaveLength(1)
  expect(await reloaded.get('e')).toMatchObject({ view: 'reloaded' })
})

function open(writer = 'tab.load', database = openMemoryDatabase()): Promise<History> {
  const tab = writer.split('.')[0] ?? ''
  return openHistory({ writer: { id: writer, tab }, openDatabase: () => Promise.resolve(database) })
}

function chat(content: string) {
  return { contract: 'chat', body: { model: 'm', messages: [{ role: 'user', content }] } }
}

function entry(changes: Partial<HistoryEntry>): HistoryEntry {
  return {
    id: 'e',
    contract: 'chat',
    name: null,
    pinned: false,
    createdAt: 1,
    draft: chat('What is a monad?'),
    runs: [run({})],
    ...changes,
  }
}

function run(changes: Partial<Run>): Run {
  return {
    id: 'run_1',
    state: 'done',
    request: { method: 'POST', path: '/v1/chat/completions', body: '{}' },
    response: { status: 200, headers: { 'x-request-id': 'req_1' }, body: '{}' },
    events: [],
    timing: { startedAt: 1, firstMs: 2, totalMs: 3 },
    failure: null,
    ...changes,
  }
}

const limits = { entriesMax: 3, bytesMax: 100 }

test('nothing is evicted within the limits', () => {
  expect(overflow([of('a', 1), of('b', 2), of('c', 3, { sizeBytes: 80 })], limits)).toEqual([])
})

test('the oldest entries are evicted until number and bytes fit', () => {
  const all = [of('new', 9), of('old', 1), of('mid', 5), of('older', 2)]

  expect(overflow(all, limits)).toEqual(['old'])
  expect(overflow([...all, of('large', 10, { sizeBytes: 85 })], limits)).toEqual(['old', 'older', 'mid'])
})

test('pinned entries stay, even when they alone exceed the limit', () => {
  const pinned = [1, 2, 3, 4].map(at => of(`p${at}`, at, { pinned: true }))

  expect(overflow([...pinned, of('free', 9)], limits)).toEqual(['free'])
})

function of(id: string, createdAt: number, changes: Partial<HistorySummary> = {}): HistorySummary {
  return {
    id,
    contract: 'chat',
    name: null,
    pinned: false,
    createdAt,
    updatedAt: createdAt,
    title: id,
    state: 'done',
    sizeBytes: 10,
    haystack: '',
    writer: 'a.b',
    ...changes,
  }
}

const reader = { tab: 't1', id: 't1.load2' }

test.each([
  ['this very page', 't1.load2', 60_000, 'running'],
  ['this tab before its reload', 't1.load1', 0, 'interrupted'],
  ['another tab that saved a second ago', 't2.load1', 1000, 'running'],
  ['another tab that has been silent', 't2.load1', 6000, 'interrupted'],
])('a run of %s', (_what, writer, silentMs, expected) => {
  expect(stateOf(summaryOf('running', writer), reader, savedAt + silentMs)).toBe(expected)
})

test('a finished run keeps its state', () => {
  expect(stateOf(summaryOf('stopped', 't1.load1'), reader, savedAt + 60_000)).toBe('stopped')
})

const savedAt = 1000

function summaryOf(state: Run['state'], writer: string) {
  const run: Run = {
    id: 'run_1',
    state,
    request: { method: 'POST', path: '/v1/chat/completions', body: '{}' },
    response: null,
    events: [],
    timing: { startedAt: 1, firstMs: null, totalMs: null },
    failure: null,
  }
  const draft = { contract: 'chat', body: {} }
  const entry = { id: 'e', contract: 'chat', name: null, pinned: false, createdAt: 1, draft, runs: [run] }
  return toSummary(entry, writer, savedAt)
}

const failure = {
  kind: 'api',
  status: 400,
  code: 'invalid_value',
  message: 'No.',
  param: null,
  retryAfterMs: null,
  raw: '{}',
} as const

const whole: Run = {
  id: 'run_1',
  state: 'failed',
  request: { method: 'POST', path: '/v1/chat/completions', body: '{}' },
  response: { status: 200, headers: { 'x-request-id': 'req_1' }, body: null },
  events: [{ number: 1, atMs: 5, bytes: 2, kind: 'comment', data: 'x' }],
  timing: { startedAt: 1_763_000_000_000, firstMs: 5, totalMs: null },
  failure,
  cut: true,
  usage: { promptTokens: 1, completionTokens: null, cachedTokens: null, searchUnits: null, costUsd: 0.1 },
}

test.each([
  ['whole', whole],
  ['without an answer', { ...whole, response: null, failure: { kind: 'offline' } }],
  ['interrupted', { ...whole, failure: { kind: 'interrupted', code: 'x', message: 'y', raw: '' } }],
])('a %s run survives JSON serialization unchanged', (_what, run) => {
  expect(readRun(JSON.parse(JSON.stringify(run)))).toEqual(run)
})

// Every leaf and branch in turn, replaced by values that a page cannot render or call.
const strange = [{ toString: 1 }, [['<img src=x onerror=alert(1)>']], 'javascript:alert(1)', 1e300, true]

test('whatever a field contains, the result has the types of a run or is null', () => {
  const full: Run = {
    ...whole,
    response: { status: 200, headers: { a: 'b' }, body: 'text' },
    timing: { startedAt: 1, firstMs: 1, totalMs: 1 },
    failure: { ...failure, param: 'model', retryAfterMs: 1 },
    usage: { promptTokens: 1, completionTokens: 1, cachedTokens: 1, searchUnits: 1, costUsd: 1 },
  }
  const types = typesOf(full)
  const runs = pathsOf(full).flatMap(path => strange.map(value => readRun(withValue(full, path, value))))
  const read = runs.filter(run => run !== null)

  const wrong = read
    .flatMap(run => [...typesOf(run)])
    .filter(([path, type]) => type !== 'null' && type !== types.get(path))

  expect(wrong).toEqual([])
  expect(read.length).toBeLessThan(runs.length / 2)
})

test.each([
  ['a date beyond all dates', { ...whole, timing: { ...whole.timing, startedAt: 1e300 } }],
  ['a path that is a command', { ...whole, request: { ...whole.request, path: "/v1/'; rm -rf ~; '" } }],
  ['a path that leads elsewhere', { ...whole, request: { ...whole.request, path: 'https://evil.example' } }],
  ['an unknown failure', { ...whole, failure: { kind: 'other', message: 'x' } }],
])('%s is rejected', (_what, run) => {
  expect(readRun(run)).toBeNull()
})

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, field]) => pathsOf(field, [...path, key]))].filter(
    each => each.length > 0,
  )
}

function typesOf(value: unknown): Map<string, string> {
  const at = (path: readonly string[]) => path.reduce<unknown>((part, key) => Object(part)[key], value)
  return new Map(pathsOf(value).map(path => [path.join('.'), typeOf(at(path))]))
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function withValue(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  const copy: Record<string, unknown> = Array.isArray(value) ? Object.assign([], value) : { ...Object(value) }
  copy[key] = withValue(copy[key], rest, replacement)
  return copy
}
