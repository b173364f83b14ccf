import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { chunk, embedder, index, itemId, newItem, towards } from './__fixtures__/library-item.ts'

vi.setConfig({ testTimeout: 60_000 })

onEachDatabase(makeFixture => {
  test('a removed item leaves no trace in any database file', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    const { library } = store
    const finding = (word: string) => {
      return { teamId, words: [word], collections: null, hosts: null, vector: null, limit: 10 }
    }
    const all = { collection: null, title: null, state: null, limit: 50, cursor: null }
    const secret = 'xyzzyplugh'
    const texts = [{ page: 1, content: `The word is ${secret}. `.repeat(500) }]
    await index(
      library,
      newItem(teamId, 1, { title: `About ${secret}`, url: `https://${secret}.example/`, texts }),
      Array.from({ length: 120 }, (_, at) => chunk(at, `${secret} number ${at}`)),
      Array.from({ length: 120 }, () => towards(1, 0)),
    )
    await index(library, newItem(teamId, 2), [chunk(0, 'another')])
    expect(await library.find(finding(secret))).toHaveLength(10)

    expect(await library.remove(teamId, [itemId(1), itemId(7)], null)).toEqual([itemId(1)])

    expect(await library.find(finding(secret))).toEqual([])
    expect((await library.list(teamId, all, embedder)).rows.map(({ id }) => id)).toEqual([itemId(2)])
    expect(await library.find(finding('another'))).toHaveLength(1)
    expect(filesWith(fixture.options.dataDir, secret)).toEqual([])
  })
})

function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => readFileSync(file).includes(word))
}
