import { expect, test, vi } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { chunk, embedder, index, itemId, newItem, towards } from './__fixtures__/library-item.ts'
import type { LibraryFind } from './library-find.ts'

vi.setConfig({ testTimeout: 60_000 })

function finding(teamId: string, words: readonly string[], about: Partial<LibraryFind> = {}): LibraryFind {
  return { teamId, words, collections: null, hosts: null, vector: null, limit: 10, ...about }
}

onEachDatabase(makeFixture => {
  async function open() {
    const fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    return { fixture, teamId, library: store.library }
  }

  test('keyword and vector matches are fused, and a filter excludes the rest', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await index(
      library,
      newItem(teamId, 1, { collection: 'zoo', host: 'www.zoo.example' }),
      [chunk(0, 'Llamas eat grass.', { fromPage: 2 }), chunk(1, 'The wool of llamas is warm.')],
      [towards(1, 0), towards(0, 1)],
    )
    await index(library, newItem(teamId, 2), [chunk(0, 'Grass grows in spring.')], [towards(1, 1)])

    const words = await library.find(finding(teamId, ['grass']))
    const both = await library.find(
      finding(teamId, ['wool'], { vector: { values: towards(0, 1), embedder, share: 1 } }),
    )
    const meaning = await library.find(
      finding(teamId, [], { vector: { values: towards(1, 0.1), embedder, share: 1 } }),
    )

    expect(words.map(({ content }) => content).toSorted()).toEqual([
      'Grass grows in spring.',
      'Llamas eat grass.',
    ])
    expect(words[0]?.score).toBe(1)
    expect(both[0]).toEqual({
      itemId: itemId(1),
      content: 'The wool of llamas is warm.',
      fromPage: 1,
      score: 1,
    })
    expect(await library.find(finding(teamId, ['grass'], { collections: ['zoo'] }))).toMatchObject([
      { itemId: itemId(1), fromPage: 2 },
    ])
    expect(await library.find(finding(teamId, ['grass'], { hosts: ['zoo.example'] }))).toHaveLength(1)
    expect(await library.find(finding(teamId, ['grass'], { hosts: ['oo.example'] }))).toEqual([])
    expect(await library.find(finding('team_other', ['grass']))).toEqual([])
    // PostgreSQL without pgvector does not search by vector: it ranks keyword matches.
    const nearest = fixture.options.databaseUrl === null ? 'Llamas eat grass.' : undefined
    expect(meaning[0]?.content).toBe(nearest)
  })

  test('a chunk without a vector keeps its rank by keywords', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await index(library, newItem(teamId, 1), [chunk(0, 'Grass, grass and grass.')])
    await library.work.claim('embed', 1)
    await index(
      library,
      newItem(teamId, 2),
      [chunk(0, 'Wool of sheep that eat grass in spring and hay in winter.'), chunk(1, 'Hay.')],
      [towards(0.5, 1), towards(0, 1)],
    )
    const { chunks, embedded } = await library.indexed(teamId, embedder)
    const share = embedded / chunks
    const vector = { values: towards(0, 1), embedder, share }

    const byWords = await library.find(finding(teamId, ['grass']))
    const both = await library.find(finding(teamId, ['grass'], { vector }))

    expect([chunks, embedded]).toEqual([3, 2])
    expect(both[0]).toEqual(byWords[0])
  })

  test('a rare word decides over words that most chunks have, on either database', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    const common = Array.from({ length: 6 }, (_, at) =>
      chunk(at, 'Grass and grass, hay and hay, hay and grass.'),
    )
    await index(library, newItem(teamId, 1), [
      ...common,
      chunk(6, 'Of all that llamas eat, the vet likes grass least, because it is the cause of many a visit.'),
    ])

    const found = await library.find(finding(teamId, ['grass', 'hay', 'vet']))

    expect(found[0]?.content).toContain('vet')
    expect(found).toHaveLength(7)
  })

  test('only vectors of the same model and revision are compared', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await index(library, newItem(teamId, 1), [chunk(0, 'One thing.')], [towards(1, 0)])
    const vector = { values: towards(1, 0), embedder: 'test@2', share: 1 }

    expect(await library.find(finding(teamId, [], { vector }))).toEqual([])
    expect(await library.find(finding(teamId, ['thing'], { vector }))).toMatchObject([{ score: 1 }])
  })

  test.each([
    ['"'],
    ['-'],
    ['*'],
    ["'"],
    ['\\'],
    ['a" OR "b'],
    ["a' | 'b"],
    ['NEAR'],
    ['AND'],
    ['llama-wool'],
    ['{words}: x'],
    [':*'],
    ['\u{1F999}'],
  ])('the word %j is not parsed as query syntax', async word => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await index(library, newItem(teamId, 1), [chunk(0, 'b wool')])

    expect(await library.find(finding(teamId, [word]))).toEqual([])
  })

  test('a word of two Chinese characters is found', async () => {
    const { fixture, teamId, library } = await open()
    await using _place = fixture
    await index(library, newItem(teamId, 1), [chunk(0, '我喜欢学习汉语', { words: '我 喜欢 学习 汉语' })])

    expect(await library.find(finding(teamId, ['汉语']))).toHaveLength(1)
    expect(await library.find(finding(teamId, ['欢学']))).toEqual([])
  })
})
