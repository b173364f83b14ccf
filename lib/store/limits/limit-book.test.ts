import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { missingPostgres, startPostgres, type TestPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { LimitBook, type LimitBookOptions, type LimitOutcome } from './limit-book.ts'
import type { LimitClaim } from './limit-exchange.ts'
import { createLimitUses, type LimitUses } from './limit-uses.ts'

let subjects = 0
const newSubject = () => `key:${++subjects}`

function claim(unit: LimitClaim['unit'], limit: number, amount = 1, subject = newSubject()): LimitClaim {
  return { subject, unit, limit, amount }
}

async function take(book: LimitBook, ...claims: readonly LimitClaim[]): Promise<LimitOutcome> {
  return await book.take(claims)
}

async function granted(book: LimitBook, ...claims: readonly LimitClaim[]) {
  const outcome = await book.take(claims)
  if (outcome.kind !== 'granted') throw new Error(`Expected a grant, got ${JSON.stringify(outcome)}`)
  return outcome.grant
}

async function count(outcomes: readonly Promise<LimitOutcome>[]): Promise<number> {
  return (await Promise.all(outcomes)).filter(({ kind }) => kind === 'granted').length
}

let books: LimitBook[] = []
let instances = 0
function makeBook(uses: LimitUses | null, options: Partial<LimitBookOptions> = {}): LimitBook {
  const instanceId = `gw_${++instances}`
  const book = new LimitBook({
    uses,
    instanceId,
    onDatabaseFailure: 'share',
    instances: () => 2,
    ...options,
  })
  books.push(book)
  return book
}

const missing = missingPostgres()
let postgres: TestPostgres | null = null
let backend: Backend | null = null
let shared: LimitUses | null = null

beforeAll(async () => {
  if (missing !== null) return
  postgres = await startPostgres()
  backend = await openBackend('', await postgres.createDatabase())
  shared = createLimitUses(backend)
}, 60_000)

afterAll(async () => {
  for (const book of books) await book.close()
  books = []
  await backend?.close()
  await postgres?.stop()
})

const places = [
  { where: 'in memory', isShared: false },
  { where: `in PostgreSQL${missing === null ? '' : ` (skipped: ${missing})`}`, isShared: true },
]

describe.each(places)('$where', ({ isShared }) => {
  const isSkipped = isShared && missing !== null
  const make = () => makeBook(isShared ? shared : null)

  test.skipIf(isSkipped)('admits the limit at once, and says when the next request fits', async () => {
    const book = make()
    const wanted = claim('requests', 20)

    expect(await count(Array.from({ length: 30 }, () => take(book, wanted)))).toBe(20)
    const refused = await take(book, wanted)

    expect(refused).toMatchObject({ kind: 'exceeded', claim: wanted })
    const retryAfterMs = refused.kind === 'exceeded' ? refused.retryAfterMs : 0
    expect(retryAfterMs).toBeGreaterThan(45_000)
    expect(retryAfterMs).toBeLessThanOrEqual(66_000)
    expect(book.level(wanted.subject, 'requests', 20)).toMatchObject({ remaining: 0 })
  })

  test.skipIf(isSkipped)('takes all claims or none', async () => {
    const book = make()
    const ofKey = claim('requests', 2)
    const ofTeam = claim('parallel', 1)
    const running = await granted(book, ofKey, ofTeam)

    expect(await take(book, ofKey, ofTeam)).toMatchObject({ kind: 'exceeded', claim: ofTeam })
    running.release()
    await granted(book, ofKey, ofTeam)
    expect(await take(book, ofKey)).toMatchObject({ kind: 'exceeded', claim: ofKey })
  })

  test.skipIf(isSkipped)('a place is free again once it is released, and not before', async () => {
    const book = make()
    const wanted = claim('parallel', 2)
    const first = await granted(book, wanted)
    await granted(book, wanted)
    expect(await take(book, wanted)).toMatchObject({ kind: 'exceeded' })

    first.release()
    first.release()

    expect(await count([take(book, wanted), take(book, wanted)])).toBe(1)
  })

  test.skipIf(isSkipped)(
    'tokens that were not used are free, and more than the estimate counts',
    async () => {
      const book = make()
      const wanted = claim('tokens', 1000, 600)
      const small = await granted(book, wanted)
      small.settle(100)
      const large = await granted(book, wanted)
      large.settle(850)

      expect(await take(book, { ...wanted, amount: 51 })).toMatchObject({ kind: 'exceeded' })
      await granted(book, { ...wanted, amount: 50 })
      expect(book.level(wanted.subject, 'tokens', 1000)).toMatchObject({ remaining: 0 })
    },
  )

  test.skipIf(isSkipped)('what is left counts down with each request', async () => {
    const book = make()
    const wanted = claim('requests', 1000)
    for (let call = 0; call < 30; call++) await granted(book, wanted)

    expect(book.level(wanted.subject, 'requests', 1000).remaining).toBe(970)
  })
})

describe.skipIf(missing !== null)('gateways on one database', () => {
  test('admit the limit together, and another key without delay', async () => {
    const gateways = [makeBook(shared), makeBook(shared), makeBook(shared)]
    const wanted = claim('requests', 500)
    const calls = Array.from({ length: 900 }, (_, index) => {
      const book = gateways[index % 3]
      return book === undefined ? Promise.reject(new Error('no gateway')) : take(book, wanted)
    })

    let admitted = await count(calls)
    const tryAll = () => gateways.map(book => take(book, wanted))

    expect(admitted).toBeLessThanOrEqual(500)
    // Some may be leased by a gateway that does not need them, for at most 5 s.
    await expect.poll(async () => (admitted += await count(tryAll())), { timeout: 10_000 }).toBe(500)
    expect(await count([...tryAll(), ...tryAll()])).toBe(0)
    expect(await count(gateways.map(book => take(book, claim('requests', 500))))).toBe(3)
  })

  test('share places: one that is short waits for a place that another one no longer needs', async () => {
    const one = makeBook(shared)
    // Long enough for a loaded machine.
    const other = makeBook(shared, { placeWaitMs: 2_000 })
    const wanted = claim('parallel', 5)
    const held = await Promise.all(Array.from({ length: 5 }, () => granted(one, wanted)))
    expect(await take(other, wanted)).toMatchObject({ kind: 'exceeded' })

    const waiting = take(other, wanted)
    held[0]?.release()

    expect(await waiting).toMatchObject({ kind: 'granted' })
    expect(await take(one, wanted)).toMatchObject({ kind: 'exceeded' })
  })

  test('a gateway that stops returns what it leased', async () => {
    const [one, other] = [makeBook(shared), makeBook(shared)]
    const [requests, parallel] = [claim('requests', 100), claim('parallel', 2)]
    const running = await granted(one, requests, parallel)
    running.release()
    await one.close()

    expect(await count(Array.from({ length: 120 }, () => take(other, requests)))).toBe(99)
    expect(await count([take(other, parallel), take(other, parallel)])).toBe(2)
  })

  test('a lowered limit holds at once', async () => {
    const book = makeBook(shared)
    const subject = newSubject()
    await granted(book, claim('requests', 1000, 1, subject))
    book.expire()

    expect(await count(Array.from({ length: 10 }, () => take(book, claim('requests', 3, 1, subject))))).toBe(
      2,
    )
  })

  test('rows of limits that are not in use are removed, and others stay', async () => {
    const database = backend?.database
    const wanted = claim('requests', 3)
    const book = makeBook(shared)
    await granted(book, wanted)
    const idle = { subject: 'key:idle', unit: 'requests', slots: '{}', holders: '{}', updatedAt: 0 } as const
    await database?.insertInto('limitUses').values(idle).execute()

    await shared?.removeIdle()

    const rows = (await database?.selectFrom('limitUses').select('subject').execute()) ?? []
    expect(rows.map(row => row.subject)).toContain(wanted.subject)
    expect(rows.map(row => row.subject)).not.toContain(idle.subject)
    expect(await count(Array.from({ length: 3 }, () => take(book, wanted)))).toBe(2)
  })
})

describe.skipIf(missing !== null)('while the database does not respond', () => {
  test.each([
    { onDatabaseFailure: 'share', admitted: 10, kind: 'exceeded' },
    { onDatabaseFailure: 'reject', admitted: 0, kind: 'unavailable' },
  ] as const)(
    '$onDatabaseFailure: of a limit of 20, each of two instances admits $admitted; afterwards both know all uses',
    async ({ onDatabaseFailure, admitted, kind }) => {
      const server = await startPostgres()
      const opened = await openBackend('', await server.createDatabase())
      const uses = createLimitUses(opened)
      const states: boolean[] = []
      const onDegraded = (reason: unknown) => void states.push(reason !== null)
      const [one, other] = [
        makeBook(uses, { onDatabaseFailure, onDegraded }),
        makeBook(uses, { onDatabaseFailure }),
      ]
      const wanted = claim('requests', 20)
      await granted(one, claim('requests', 20))
      await granted(other, claim('requests', 20))
      await server.kill()

      for (const book of [one, other]) {
        const outcomes = await Promise.all(Array.from({ length: 20 }, () => take(book, wanted)))
        expect(outcomes.filter(outcome => outcome.kind === 'granted')).toHaveLength(admitted)
        expect(outcomes.at(-1)).toMatchObject({ kind })
        expect(book.isDegraded).toBe(true)
      }

      await server.restart()
      await expect.poll(() => [one, other].some(book => book.isDegraded), { timeout: 15_000 }).toBe(false)
      expect(states).toEqual([true, false])
      const outcomes = await Promise.all(Array.from({ length: 25 }, () => take(one, wanted)))
      expect(outcomes.filter(outcome => outcome.kind === 'unavailable')).toEqual([])
      expect(outcomes.filter(outcome => outcome.kind === 'granted')).toHaveLength(20 - 2 * admitted)
      await one.close()
      await other.close()
      await opened.close()
      await server.stop()
    },
    60_000,
  )
})
