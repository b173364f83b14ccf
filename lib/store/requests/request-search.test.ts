import { expect, test } from 'vitest'
import type { RequestCursor, RequestSearch } from './request-search.ts'
import type { RequestRow } from './request-row.ts'
import type { Store } from '#lib/store/core/store.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const everything: RequestSearch = {
  userId: null,
  keyId: null,
  since: null,
  until: null,
  failed: false,
  status: null,
  errorCode: null,
  model: null,
  provider: null,
  minMs: null,
  session: null,
  operations: null,
}

const rows: readonly RequestRow[] = [
  requestRow({ id: 'req_a', startedAt: 1, userId: 'user_1', route: 'chat', model: 'one', answeredBy: 'two' }),
  requestRow({
    id: 'req_b',
    startedAt: 2,
    userId: 'user_2',
    route: 'chat',
    status: 429,
    errorCode: 'rate_limit_exceeded',
  }),
  requestRow({
    id: 'req_c',
    startedAt: 3,
    userId: 'user_1',
    route: 'web',
    model: 'scrape',
    totalMs: 9_000,
    provider: 'acme',
    session: 'abc',
  }),
  requestRow({ id: 'req_d', startedAt: 4, keyId: 'key_2', route: 'web', model: null }),
  requestRow({
    id: 'req_e',
    startedAt: 5,
    keyId: 'key_2',
    route: 'upload',
    status: 502,
    errorCode: 'upstream_error',
  }),
  requestRow({ id: 'req_f', startedAt: 6, teamId: 'team_2' }),
]

const searches: readonly (readonly [string, Partial<RequestSearch>, readonly string[]])[] = [
  ['no filter', {}, ['req_e', 'req_d', 'req_c', 'req_b', 'req_a']],
  ['a member', { userId: 'user_1' }, ['req_c', 'req_a']],
  ['a session', { session: 'abc' }, ['req_c']],
  ['a key', { keyId: 'key_2' }, ['req_e', 'req_d']],
  ['a start time', { since: 4 }, ['req_e', 'req_d']],
  ['an end time', { since: 2, until: 4 }, ['req_c', 'req_b']],
  ['failures before a time', { failed: true, until: 5 }, ['req_b']],
  ['a provider', { provider: 'acme' }, ['req_c']],
  ['failures', { failed: true }, ['req_e', 'req_b']],
  ['a range of statuses', { failed: true, status: [{ from: 400, to: 499 }] }, ['req_b']],
  [
    'one of several ranges',
    {
      status: [
        { from: 400, to: 428 },
        { from: 500, to: 599 },
      ],
    },
    ['req_e'],
  ],
  ['an error code', { errorCode: 'upstream_error' }, ['req_e']],
  ['the requested model', { model: 'one' }, ['req_a']],
  ['the model that answered', { model: 'two' }, ['req_a']],
  ['a minimum duration', { minMs: 5_000 }, ['req_c']],
  [
    'an operation',
    { operations: { routes: ['chat'], web: { route: 'web', models: [] } } },
    ['req_b', 'req_a'],
  ],
  [
    'one of several operations at a path',
    { operations: { routes: ['scrape'], web: { route: 'web', models: ['scrape'] } } },
    ['req_c'],
  ],
  [
    'one without a model',
    { operations: { routes: ['map'], web: { route: 'web', models: [null] } } },
    ['req_d'],
  ],
  ['no match', { userId: "'; drop table requests; --", model: '\0' }, []],
]

async function idsOf(store: Store, search: Partial<RequestSearch>): Promise<string[]> {
  const page = { limit: 10, after: null }
  const found = await store.requests.search('team_1', { ...everything, ...search }, page)
  expect(found.next).toBeNull()
  return found.rows.map(({ id }) => id)
}

onEachDatabase(makeFixture => {
  test('rows are found by each filter', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    await store.requests.insertMany(rows.map(row => ({ ...row, holds: [] })))

    // One store for all: each test is a single query.
    for (const [what, search, ids] of searches)
      expect({ what, ids: await idsOf(store, search) }).toEqual({ what, ids })
  })

  test('pages have no gaps or overlaps, even with equal times', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const many = Array.from({ length: 25 }, (_, at) =>
      requestRow({ id: `req_${String(at).padStart(2, '0')}`, startedAt: Math.floor(at / 10), totalMs: at }),
    )
    await store.requests.insertMany(many.map(row => ({ ...row, holds: [] })))

    const found: string[] = []
    let after: RequestCursor | null = null
    do {
      const page: Awaited<ReturnType<Store['requests']['search']>> = await store.requests.search(
        'team_1',
        { ...everything, minMs: 5 },
        { limit: 7, after },
      )
      found.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after !== null)

    expect(found).toEqual(
      many
        .slice(5)
        .map(({ id }) => id)
        .toReversed(),
    )
  })

  test('a rare row is reached slice by slice, even if many rows have the same time', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const many = Array.from({ length: 90 }, (_, at) => ({
      ...requestRow({
        id: `req_${at}`,
        startedAt: Math.floor(at / 15),
        ...(at % 44 === 3 && { model: 'rare' }),
      }),
      holds: [],
    }))
    await store.requests.insertMany(many)

    const ids: string[] = []
    let after: RequestCursor | null = null
    do {
      const page: Awaited<ReturnType<Store['requests']['search']>> = await store.requests.search(
        'team_1',
        { ...everything, model: 'rare' },
        { limit: 50, after, rowsAtOnce: 10 },
      )
      ids.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after !== null)

    expect(ids).toEqual(['req_47', 'req_3'])
  })
})
