import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Backend } from './backend.ts'
import { openBackend } from './open-backend.ts'
import { type RequestSearch, searchRequests } from '#lib/store/requests/request-search.ts'
import { createRequestStore } from '#lib/store/requests/requests.ts'
import { writeBudget } from '#lib/store/budgets/write-budget.ts'
import { exportTeam } from '#lib/store/team/teams.ts'

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
const page = { limit: 50, after: { startedAt: 1, id: 'req_1' } }

/** SQLite's query plans for request rows, an index for each query. */
async function indicesOf(ask: (backend: Backend) => Promise<unknown>): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-plans-'))
  const backend = await openBackend(dataDir, null)
  onTestFinished(async () => {
    await backend.close()
    rmSync(dataDir, { recursive: true })
  })
  await backend.database
    .insertInto('teams')
    .values({ id: 'team_1', slug: 'one', name: 'One', createdAt: 0, deletedAt: null })
    .execute()
  const nodes: RootOperationNode[] = []
  const database = backend.database.withPlugin({
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })

  await ask({ ...backend, database })

  const plain = backend.database.withoutPlugins()
  const plans = nodes.map(async node => {
    const query = plain.getExecutor().compileQuery(node, createQueryId())
    const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
    return (await plain.executeQuery<{ detail: string }>(explained)).rows.map(({ detail }) => detail)
  })
  return (await Promise.all(plans))
    .flat()
    .flatMap(detail => /requests USING .*INDEX (\w+)/.exec(detail)?.[1] ?? [])
}

test.each<[string, Partial<RequestSearch>, string]>([
  ['of a team', {}, 'requests_by_team'],
  ['of a key', { keyId: 'key_1' }, 'requests_by_key'],
  ['of a member’s key', { userId: 'user_1', keyId: 'key_1' }, 'requests_by_key'],
  ['of a member', { userId: 'user_1' }, 'requests_by_member'],
  ['that failed', { failed: true }, 'requests_failed'],
  ['of a key that failed', { keyId: 'key_1', failed: true }, 'requests_failed'],
  ['of a member that failed', { userId: 'user_1', failed: true }, 'requests_failed'],
])('a page of requests %s reads no other rows', async (_, search, index) => {
  const found = await indicesOf(backend =>
    searchRequests(backend, 'team_1', { ...everything, ...search }, page),
  )

  expect(found).toEqual([index])
})

test('a slice of a search without an index ends where the index says', async () => {
  const search = { ...everything, keyId: 'key_1', model: 'some/model' }

  expect(await indicesOf(backend => searchRequests(backend, 'team_1', search, page))).toEqual([
    'requests_by_key',
    'requests_by_key',
  ])
})

test('callers of a key are read from the rows of the key', async () => {
  expect(await indicesOf(backend => createRequestStore(backend).useOf('team_1', 'key_1', 1))).toEqual([
    'requests_by_key',
  ])
})

test('the spending of a budget is summed without reading request rows', async () => {
  const budget = { teamId: 'team_1', keyId: 'key_1', budgetId: null }
  const found = await indicesOf(({ database }) =>
    database
      .transaction()
      .execute(transaction => writeBudget('sqlite', transaction, budget, { limitNanos: 1, period: null })),
  )

  expect(found).toEqual([])
})

test('an export reads each row once: its pages follow the primary key', async () => {
  const found = await indicesOf(async backend => {
    for await (const _ of exportTeam(backend, 'team_1')) continue
  })

  expect(found).toEqual(['sqlite_autoindex_requests_1'])
})
