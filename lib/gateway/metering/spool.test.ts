import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestRow } from '#lib/store/requests/request-row.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { Meter } from './meter.ts'
import { createSpool } from './spool.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-spool-'))
  file = join(folder, 'rows.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const row = (id: string) => requestRow({ id })
const ids = (rows: readonly RequestRow[]) => rows.map(({ id }) => id)
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

test('rows that were read but not yet written survive a crash, along with newer ones', async () => {
  await createSpool(file).append([row('a'), row('b')])
  await createSpool(file).take()
  await createSpool(file).append([row('c')])

  const next = createSpool(file)

  expect(ids(await next.take())).toEqual(['a', 'b', 'c'])
  await next.forget()
  expect(await createSpool(file).take()).toEqual([])
})

test('a line truncated by a full disk loses no other row', async () => {
  const spool = createSpool(file)
  await spool.append([row('a')])
  appendFileSync(file, '{"id":"cut')
  await spool.append([row('b')])

  expect(ids(await spool.take())).toEqual(['a', 'b'])
})

test.each(['null', '5', '[]', '{}', '{"id":"half"}'])('a damaged line loses no other row: %s', async line => {
  const spool = createSpool(file)
  await spool.append([row('a')])
  appendFileSync(file, `${line}\n`)
  await spool.append([row('b')])

  expect(ids(await spool.take())).toEqual(['a', 'b'])
})

test('rows of an earlier run are forgotten once they are written', async () => {
  await createSpool(file).append([row('a')])
  const written: string[] = []
  const meter = new Meter({
    insert: async rows => void written.push(...ids(rows)),
    touch: async () => {},
    spool: createSpool(file),
    log: quiet,
  })
  await meter.recover()

  expect(written).toEqual(['a'])
  expect(existsSync(`${file}.taken`)).toBe(false)
})

test('without database and file the rows stay in memory, and shutdown is not delayed', async () => {
  mkdirSync(file)
  let unavailable = true
  const written: string[] = []
  const meter = new Meter({
    insert: rows =>
      unavailable
        ? Promise.reject(new Error('unavailable'))
        : Promise.resolve(void written.push(...ids(rows))),
    touch: async () => {},
    spool: createSpool(file),
    log: quiet,
  })
  for (let at = 0; at < 10_200; at++) meter.add(row(String(at)))
  await meter.close()
  expect(meter.depth).toBe(10_200)
  unavailable = false
  await meter.close()

  expect(new Set(written).size).toBe(10_200)
})

test('rows in the file are counted until they are read again', async () => {
  let unavailable = true
  const meter = new Meter({
    insert: () => (unavailable ? Promise.reject(new Error('unavailable')) : Promise.resolve()),
    touch: async () => {},
    spool: createSpool(file),
    log: quiet,
  })
  for (let at = 0; at < 10_100; at++) meter.add(row(String(at)))
  await expect.poll(() => meter.spooled, { timeout: 5_000 }).toBeGreaterThan(0)
  const counted = meter.spooled + meter.depth
  unavailable = false
  await expect.poll(() => meter.depth + meter.spooled, { timeout: 10_000 }).toBe(0)

  expect(counted).toBe(10_100)
})

test('rows that arrive while a write is ending are written without another request', async () => {
  const ending = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const all = Promise.withResolvers<void>()
  const written: string[] = []
  const meter = new Meter({
    insert: async rows => {
      written.push(...ids(rows as RequestRow[]))
      if (written.length === 300) all.resolve()
    },
    touch: async () => {},
    spool: {
      take: async () => [],
      append: async () => {},
      forget: () => (reached.resolve(), ending.promise),
    },
    log: quiet,
  })
  await meter.recover()
  const addHundred = (name: string) =>
    Array.from({ length: 100 }, (_, index) => meter.add(row(`${name}${index}`)))

  addHundred('a')
  await reached.promise
  addHundred('b')
  addHundred('c')
  ending.resolve()

  await all.promise
  expect(new Set(written).size).toBe(300)
})
