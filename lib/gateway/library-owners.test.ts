import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { libraryAddContract, libraryListContract } from '#lib/contracts/api/library.ts'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let sextant: TestGateway
const tokens: Record<'owner' | 'mona' | 'operator', string> = { owner: '', mona: '', operator: '' }
beforeAll(async () => {
  sextant = await startTestGateway({ embedder: 'scripted/vectors-8' })
  const { store } = sextant
  const owner = await makeOwner(store)
  const mona = await makeMember(store, owner, 'member', 'Mona')
  tokens.owner = (await sextant.makeKey({ ownerId: owner.id })).token
  tokens.mona = (await sextant.makeKey({ ownerId: mona.id })).token
  tokens.operator = (await sextant.makeKey({ ownerId: null })).token
})
afterAll(() => sextant[Symbol.asyncDispose]())

const text = 'Words that are kept. '.repeat(10)
const add = (token: string, about: object = {}) =>
  sextant.post('/v1/library', { title: 'Note', text, ...about }, { token })
const idOf = async (response: Response) => libraryAddContract.output.parse(await response.json()).id
const drop = (id: string, token: string) =>
  fetch(`${sextant.url}/v1/library/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
const batch = async (body: object, token: string) =>
  ((await (await sextant.post('/v1/library/batch', body, { token })).json()) as { ids: string[] }).ids

test('a member’s key deletes and moves only the member’s items', async () => {
  const own = await idOf(await add(tokens.mona))
  const owners = await idOf(await add(tokens.owner))
  const operators = await idOf(await add(tokens.operator))

  const refused = await drop(owners, tokens.mona)
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'role_not_allowed' } }])
  const all = { ids: [own, owners, operators] }
  expect(await batch({ action: 'move', collection: 'hers', ...all }, tokens.mona)).toEqual([own])
  expect(await batch({ action: 'delete', ...all }, tokens.mona)).toEqual([own])
  expect((await drop(owners, tokens.operator)).status).toBe(200)
  expect((await drop(operators, tokens.owner)).status).toBe(200)
})

test('it does not overwrite items of others, but can refresh its own', async () => {
  const url = 'https://harbour.example/rules'
  const owners = await idOf(await add(tokens.owner, { url }))

  expect((await add(tokens.mona, { url, text: 'Something else. '.repeat(10) })).status).toBe(403)
  expect((await add(tokens.mona, { url: `${url}/2` })).status).toBe(200)
  expect((await add(tokens.mona, { url: `${url}/2`, title: 'Again' })).status).toBe(200)
  expect(await idOf(await add(tokens.owner, { url, title: 'Newer' }))).toBe(owners)
})

test('a list marks one’s own items', async () => {
  const response = await fetch(`${sextant.url}/v1/library`, {
    headers: { authorization: `Bearer ${tokens.mona}` },
  })

  const { data } = libraryListContract.output.parse(await response.json())
  expect(Object.fromEntries(data.map(({ title, yours }) => [title, yours]))).toEqual({
    Again: true,
    Newer: false,
  })
})

test('only an admin’s key can change library settings', async () => {
  const settle = async (token: string) =>
    (await sextant.post('/v1/library/settings', { keep_everything: false }, { token })).status

  expect(await Promise.all([tokens.mona, tokens.owner, tokens.operator].map(settle))).toEqual([403, 200, 200])
})
