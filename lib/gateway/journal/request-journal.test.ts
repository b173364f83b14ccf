import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase, temporaryFolder } from '#lib/store/__fixtures__/test-store.ts'
import { migrations } from '#lib/store/migrations/migrations.ts'
import type { Store } from '#lib/store/core/store.ts'
import type { OpenRequestStore } from '#lib/store/requests/open-requests.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import { type BegunRequest, toJournaled } from './begun-request.ts'
import { JournalFile } from './journal-file.ts'
import { RequestJournal } from './request-journal.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

function begun(id: string, changes: Partial<BegunRequest> = {}): BegunRequest {
  const { teamId, keyId, userId, startedAt, route, model, provider, address, client } = requestRow()
  const target = { listedModel: model, provider, attempts: 1, stream: true, address, client }
  return {
    id,
    teamId,
    keyId,
    userId,
    startedAt,
    route,
    model,
    ...target,
    promptTokens: 9,
    costNanos: 70,
    apiFormat: null,
    upstreamApiFormat: null,
    session: null,
    agent: null,
    ...changes,
  }
}

function setUp(folder = join(temporaryFolder(), 'journal'), table: OpenRequestStore | null = null) {
  const written: NewRequestRow[] = []
  const insert = async (rows: readonly NewRequestRow[]) => void written.push(...rows)
  return {
    folder,
    written,
    journal: new RequestJournal({ folder, table, version: '1.0.0', insert, log, silentMs: 60_000 }),
  }
}

/** The folder as a killed gateway with this process ID leaves it. */
async function leave(pid: number, fill: (journal: RequestJournal) => void): Promise<string> {
  const { folder, journal } = setUp()
  await journal.start()
  fill(journal)
  journal.flush()
  const [name = ''] = readdirSync(folder)
  const text = readFileSync(join(folder, name), 'utf8').replace(`"pid":${process.pid}`, `"pid":${pid}`)
  const left = join(temporaryFolder(), 'journal')
  mkdirSync(left)
  writeFileSync(join(left, name), text)
  await journal.close()
  return left
}

const deadPid = spawnSync(process.execPath, ['--eval', '']).pid

test('rows of conversations have their formats, session and agent, others none', async () => {
  const named = { apiFormat: 'messages', upstreamApiFormat: 'chat', session: 'ab12', agent: 'reviewer' }
  const folder = await leave(deadPid, journal => {
    journal.begin(begun('req_a', named))
    journal.begin(begun('req_b', { ...named, session: null, agent: null }))
    journal.begin(begun('req_c'))
  })
  const { written, journal } = setUp(folder)

  await journal.start()

  const none = { apiFormat: null, upstreamApiFormat: null, session: null, agent: null }
  expect(Object.fromEntries(written.map(row => [row.id, row]))).toMatchObject({
    req_a: named,
    req_b: { ...named, session: null, agent: null },
    req_c: none,
  })
  await journal.close()
})

test('a request of a killed gateway gets a row with its estimates, and its file is removed', async () => {
  const folder = await leave(deadPid, journal => {
    const first = journal.begin(begun('req_a', { attempts: 1, costNanos: 10 }))
    journal.begin(begun('req_a', { attempts: 2, provider: 'second', costNanos: 30 }), first)
  })
  const { journal, written } = setUp(folder)

  await journal.start()

  expect(written).toMatchObject([
    { id: 'req_a', status: 500, errorCode: 'server_crashed', answeredBy: null, usageEstimated: true },
  ])
  expect(written[0]).toMatchObject({ provider: 'second', attempts: 2, costNanos: 30, promptTokens: 9 })
  expect(readdirSync(folder)).toHaveLength(1)
  await journal.close()
  expect(readdirSync(folder)).toEqual([])
})

test('a request that had ended keeps its usage, and one with a row is not written again', async () => {
  const ended = requestRow({ id: 'req_a', costNanos: 5, totalMs: 12 })
  const folder = await leave(deadPid, journal => {
    const [b, a] = ['req_b', 'req_a', 'req_c'].map(id => journal.begin(begun(id)))
    const written = requestRow({ id: 'req_b' })
    if (b !== undefined) journal.end(b, written)
    if (a !== undefined) journal.end(a, ended)
    journal.begin(begun('req_d'))
    journal.written([written])
  })
  const { journal, written } = setUp(folder)

  await journal.start()

  expect(written.find(row => row.id === 'req_a')).toMatchObject({
    status: 200,
    errorCode: null,
    answeredBy: 'local/small',
    usageEstimated: false,
    costNanos: 5,
    completionTokens: 5,
    totalMs: 12,
    firstMs: 40,
  })
  await journal.close()
})

test('the file of a gateway that still runs is left alone, unless another process has its process ID by now', async () => {
  const folder = await leave(process.ppid, journal => void journal.begin(begun('req_a')))
  const [name = ''] = readdirSync(folder)
  const one = setUp(folder)
  await one.journal.start()
  expect(one.written).toEqual([])

  const file = join(folder, name)
  writeFileSync(file, readFileSync(file, 'utf8').replace(hostname(), 'another-machine'))
  const silent = new RequestJournal({
    version: '1.0.0',
    folder,
    table: null,
    log,
    silentMs: -1_000,
    insert: async rows => void one.written.push(...rows),
  })
  await silent.start()

  expect(one.written).toHaveLength(1)
  await Promise.all([one.journal.close(), silent.close()])
})

test('the file stays small, and keeps requests without a row', async () => {
  const { folder, journal } = setUp()
  await journal.start()
  journal.begin(begun('req_open'))

  for (let at = 0; at < 20_000; at++) {
    const row = requestRow({ id: `req_${at}` })
    journal.end(journal.begin(begun(row.id)), row)
    if (at > 100) journal.written([requestRow({ id: `req_${at - 100}` })])
    if (at % 50 === 0) journal.flush()
  }
  journal.flush()

  const [name = ''] = readdirSync(folder)
  expect(statSync(join(folder, name)).size).toBeLessThan(1_100_000)
  expect(readFileSync(join(folder, name), 'utf8')).toContain('req_open')
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  await journal.close()
})

test('while the table does not respond, the file has the requests and no answer waits', async () => {
  const table: OpenRequestStore = {
    insertMany: () => Promise.reject(new Error('unavailable')),
    remove: async () => undefined,
    countGateways: async () => 1,
    listGateways: async () => [],
    renew: async () => undefined,
    findAbandoned: async () => [],
    removeEnded: async () => undefined,
    leave: async () => undefined,
  }
  const { folder, journal } = setUp(undefined, table)
  await journal.start()

  await journal.begin(begun('req_a')).recorded
  expect(journal.begin(begun('req_b')).recorded).toBeNull()
  journal.flush()

  const [name = ''] = readdirSync(folder)
  expect(readFileSync(join(folder, name), 'utf8')).toMatch(/req_a[^]*req_b/)
  await journal.close()
})

onEachDatabase(makeFixture => {
  test('another gateway writes the rows of one that is silent, and its requests leave the table', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    const killed = journalOf(store, 60_000)
    await killed.start()
    await killed.begin(begun('req_open', { teamId })).recorded
    await killed.begin(begun('req_answered', { teamId })).recorded
    await store.requests.insertMany([requestRow({ id: 'req_answered', teamId })])
    const patient = journalOf(store, 60_000)
    await patient.start()
    expect(await codes(store, teamId)).toEqual({ req_answered: null })
    const seen = { version: '1.0.0', schema: migrations.length, startedAt: expect.any(Number) as number }
    expect(await store.openRequests.listGateways()).toMatchObject([seen, seen])

    const other = journalOf(store, -1_000)
    await other.start()

    expect(await codes(store, teamId)).toEqual({ req_answered: null, req_open: 'server_crashed' })
    expect(await store.openRequests.findAbandoned([], -1_000)).toEqual([])
    await Promise.all([killed, patient, other].map(journal => journal.close()))
  }, 60_000)
})

/** A journal of a machine of its own, on the table of any database. */
function journalOf(store: Store, silentMs: number): RequestJournal {
  return new RequestJournal({
    version: '1.0.0',
    folder: join(temporaryFolder(), 'journal'),
    table: store.openRequests,
    log,
    silentMs,
    insert: rows => store.requests.insertMany(rows),
  })
}

async function codes(store: Store, teamId: string): Promise<Record<string, string | null>> {
  const rows = await store.requests.list(teamId, { limit: 10 })
  return Object.fromEntries(rows.map(row => [row.id, row.errorCode]))
}

test.for([
  ['null', 'null'],
  ['a number', '5'],
  ['an incomplete line', '["b","req_x"]'],
  ['binary data', '\u0000\uFFFD\u0000["b"'],
  ['an end without a request', '["e","req_x"]'],
])('a damaged line of a journal costs no other request its row: %s', async ([, damage = '']) => {
  const folder = await leave(deadPid, journal => {
    journal.begin(begun('req_a'))
  })
  const [name = ''] = readdirSync(folder)
  const file = join(folder, name)
  writeFileSync(file, `${readFileSync(file, 'utf8')}${damage}\n`)
  const { journal, written } = setUp(folder)

  await journal.start()

  expect(written.map(row => row.id)).toEqual(['req_a'])
  expect(readdirSync(folder)).toHaveLength(1)
  await journal.close()
})

test('a file that cannot be read keeps no other file from being recovered', async () => {
  const folder = await leave(deadPid, journal => void journal.begin(begun('req_a')))
  mkdirSync(join(folder, 'aa.jsonl'))
  const { journal, written } = setUp(folder)

  await journal.start()

  expect(written.map(row => row.id)).toEqual(['req_a'])
  await journal.close()
})

test('a journal that could not be written has every open request as soon as it can be', async () => {
  const folder = join(temporaryFolder(), 'journal')
  writeFileSync(folder, '')
  const { journal } = setUp(folder)
  await journal.start()
  journal.begin(begun('req_a'))
  journal.flush()

  rmSync(folder)
  journal.begin(begun('req_b'))
  journal.flush()

  const [name = ''] = readdirSync(folder)
  expect(readFileSync(join(folder, name), 'utf8')).toMatch(/^\{.*\n.*req_a.*\n.*req_b/)
  await journal.close()
})

test.each<[string, (file: string) => void]>([
  ['removed', file => rmSync(file)],
  ['emptied', file => writeFileSync(file, '')],
])('a file that is %s while its gateway runs is written again', async (_, damage) => {
  const folder = join(temporaryFolder(), 'journal')
  const path = join(folder, 'gw_a.jsonl')
  const file = new JournalFile(path, 'gw_a', log)
  file.open()
  file.begin(toJournaled(begun('req_a')))
  file.flush()
  damage(path)

  file.renew()

  expect(readFileSync(path, 'utf8')).toMatch(/^\{.*\n.*req_a/)
  file.close()
})

test('requests leave the file when their rows are written, in whatever order', () => {
  const path = join(temporaryFolder(), 'gw_a.jsonl')
  const file = new JournalFile(path, 'gw_a', log)
  const rows = ['req_a', 'req_b', 'req_c', 'req_d', 'req_e'].map(id => requestRow({ id }))
  const requests = rows.map(({ id }) => toJournaled(begun(id)))
  for (const request of requests) file.begin(request)
  for (const [at, row] of rows.slice(0, 4).entries()) {
    const request = requests[at]
    if (request !== undefined) file.end(request, row)
  }

  file.written([...rows.slice(2, 3), requestRow({ id: 'req_other' }), ...rows.slice(0, 1)])
  file.flush()
  rmSync(path)
  file.renew()

  const ids = readFileSync(path, 'utf8').match(/req_\w+/g)
  expect(ids).toEqual(['req_b', 'req_b', 'req_d', 'req_d', 'req_e'])
  file.written(rows)
  file.close()
})

test('each request keeps its own key, model and client, whatever characters they have', async () => {
  const hostile = ['"', '\\', '\n', '\u2028', '\u0000', 'é', '😀', '\uD800', ',"x",', '']
  const requests = [...hostile, ...hostile].map((text, at) =>
    begun(`req_${at}`, { model: text, client: text, userId: at % 2 === 0 ? null : text, attempts: at + 1 }),
  )
  const folder = await leave(deadPid, journal => {
    for (const request of requests) journal.begin(request)
    for (const request of requests) journal.begin({ ...request, id: `${request.id}_again` })
  })
  const { journal, written } = setUp(folder)

  await journal.start()

  expect(written).toHaveLength(40)
  for (const request of requests) {
    expect(written).toContainEqual(expect.objectContaining(request))
    expect(written).toContainEqual(expect.objectContaining({ ...request, id: `${request.id}_again` }))
  }
  await journal.close()
})
