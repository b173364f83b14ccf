import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessRow } from './__fixtures__/access-row.ts'
import { accessTable } from './__fixtures__/access-table.ts'
import { makeTestTeam, type TestTeam } from './__fixtures__/test-team.ts'

const requesters = ['nobody', 'viewer', 'member', 'admin', 'owner'] as const
let team: TestTeam

beforeAll(async () => {
  team = await makeTestTeam()
})
afterAll(() => team[Symbol.asyncDispose]())

describe.each(accessTable.map(row => [titleOf(row), row] as const))('%s', (_, row) => {
  test.each(requesters.map((requester, at) => [requester, row.statuses[at]] as const))(
    '%s: %i',
    async (requester, status) => {
      const by = requester === 'nobody' ? null : team.members[requester]
      const target = (await row.target?.make(team, by)) ?? ''
      const address = `${row.path}${row.query ?? ''}`.replace(/\[[^\]]+\]/, target)

      const response = await row.handler(
        await team.request(row.method, address, by, row.body),
        toContext(target),
      )

      expect({
        status: response.status,
        body: response.status === status ? '' : await response.text(),
        isCacheable: !/no-(store|cache)/.test(response.headers.get('cache-control') ?? ''),
      }).toEqual({
        status,
        body: '',
        isCacheable: false,
      })
    },
  )
})

test('the table lists every console route with its handler', () => {
  const root = path.dirname(path.dirname(import.meta.dirname))
  const routes = globSync('app/api/**/route.ts', { cwd: root }).flatMap(file => {
    const address = `/${path.dirname(file).replace(/^app\//, '')}`
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(/export const (\w+) = (\w+)/g)].map(
      ([, method, handler]) => `${method} ${address} ${handler}`,
    )
  })
  const listed = accessTable.map(row => `${row.method} ${row.path} ${row.handler.name}`)

  expect(routes.length).toBeGreaterThan(15)
  expect([...new Set(listed)].toSorted(byText)).toEqual(routes.toSorted(byText))
})

const forged = [
  { origin: 'https://evil.example' },
  { origin: 'http://ai.example.org' },
  { origin: 'null' },
  { origin: 'https://ai.example.org', 'sec-fetch-site': 'cross-site' },
  { origin: '' },
]
const changing = accessTable.filter(row => row.method !== 'GET')

test.each(forged.flatMap(headers => changing.map(row => [titleOf(row), row, headers] as const)))(
  'another site cannot trigger %s',
  async (_, row, headers) => {
    const by = team.members.owner
    const target = (await row.target?.make(team, by)) ?? ''
    const address = row.path.replace(/\[[^\]]+\]/, target)
    const request = await team.request(row.method, address, by, row.body)
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)

    const response = await row.handler(request, toContext(target))

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'forbidden_origin' } })
  },
)

function toContext(target: string) {
  return { params: Promise.resolve({ nextauth: target.split('/') }) }
}

function titleOf({ method, path: address, query = '', target, body }: AccessRow): string {
  const what = target === undefined ? JSON.stringify(body ?? {}) : target.name
  return `${method} ${address}${query} (${what})`
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}
