import { expect, test, vi } from 'vitest'
import type { EmbedTexts } from '#lib/capabilities/embeddings/embed-texts.ts'
import { ApiError } from '#lib/errors.ts'
import { type MakeFixture, onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { createIndexer, type Indexer } from './create-indexer.ts'
import { createCutThread } from './cut-thread.ts'
import { type IndexWork, keylessIndexRequest } from './index-request.ts'
import { createSaveToLibrary, defaultQuota } from './save-to-library.ts'
import { toEmbedder } from './library-embedder.ts'
import { createSearchLibrary } from './create-library.ts'

vi.setConfig({ testTimeout: 60_000 })

const firstModel = toEmbedder('first', '1')
const signal = new AbortController().signal

/** A separate library with the test's model. */
async function openLibrary(makeFixture: MakeFixture) {
  const fixture = await makeFixture()
  const store = await fixture.open()
  const { teamId } = await store.teams.openModeOwner()
  const faults: unknown[] = []
  const indexers: Indexer[] = []
  const ended: [keyId: string | null, code: string | null][] = []
  const begin = async (work: IndexWork) => ({
    ...keylessIndexRequest(work),
    end: (error: ApiError | null) => void ended.push([work.keyId, error?.code ?? null]),
  })

  function startIndexer(embed: EmbedTexts, embedder = firstModel): Indexer {
    const tokens = async () => ({ from: 'encoding', encoding: 'cl100k_base', estimated: true }) as const
    const indexer = createIndexer({
      store: store.library,
      thread: createCutThread(tokens),
      embed,
      embedder,
      onFault: error => void faults.push(error),
      pauses: { firstMs: 5, longestMs: 5 },
    })
    indexers.push(indexer)
    indexer.start(begin)
    return indexer
  }

  return {
    teamId,
    faults,
    ended,
    startIndexer,
    async add(text: string, keyId = 'key_a') {
      const save = createSaveToLibrary(store.library, () => indexers.at(-1)?.wake(), defaultQuota)
      const texts = [{ page: 1, content: text }]
      const about = { kind: 'document', url: null, sha256: null, collection: 'default' } as const
      const receipt = await save(teamId, { ...about, ownerId: null, keyId, title: 'Note', texts })
      if (!receipt.kept) throw new Error(receipt.reason)
      return receipt.id
    },
    async search(query: string, values: Float32Array | null = null, embedder = firstModel) {
      const { hits } = await createSearchLibrary(
        store.library,
        embedder,
      )({
        teamId,
        userId: null,
        query,
        collections: null,
        vector: values === null ? null : { values, embedder: embedder.model },
        limit: 10,
        signal,
      })
      return hits
    },
    async item(id: string, embedder = firstModel) {
      const [item] = await store.library.get(teamId, [id], embedder.stored)
      return item
    },
    async [Symbol.asyncDispose]() {
      for (const indexer of indexers) await indexer.close()
      await fixture[Symbol.asyncDispose]()
    },
  }
}

/** Texts about llamas have one vector, all others another. */
const embedWords: EmbedTexts = async ({ model, texts }) => ({
  model,
  vectors: texts.map(text => (text.includes('llama') ? Float32Array.of(2, 0) : Float32Array.of(0, 3))),
})

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 10 })

onEachDatabase(makeFixture => {
  test('a text is found by words first, and by meaning after it is indexed', async () => {
    await using library = await openLibrary(makeFixture)
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    library.startIndexer(async (request, context) => {
      await held
      return await embedWords(request, context)
    })

    const id = await library.add('The llama eats grass.')

    await eventually(async () => expect(await library.search('grass')).toHaveLength(1))
    // The number of chunks is written after the chunks.
    await eventually(async () =>
      expect(await library.item(id)).toMatchObject({ state: 'queued', chunks: 1, embedded: 0 }),
    )
    expect(await library.search('unknown', Float32Array.of(1, 0))).toEqual([])
    release()
    await eventually(async () =>
      expect(await library.item(id)).toMatchObject({ state: 'indexed', embedded: 1 }),
    )
    const hits = await library.search('grass', Float32Array.of(1, 0))
    expect(hits).toMatchObject([{ item: { id, embedded: 1 }, fromPage: 1, score: 1 }])
    expect(library.faults).toEqual([])
  })

  test('an unavailable model fails no item, reports the reason, and is retried', async () => {
    await using library = await openLibrary(makeFixture)
    let fails = true
    let asked = 0
    const indexer = library.startIndexer(async (request, context) => {
      asked++
      if (fails) throw new ApiError('model_unavailable', 'The model is being fetched.')
      return await embedWords(request, context)
    })

    const id = await library.add('The llama eats grass.')

    await eventually(async () => expect(asked).toBeGreaterThan(2))
    expect(indexer.waitsFor).toBe('The model is being fetched.')
    expect(await library.item(id)).toMatchObject({ state: 'queued' })
    expect(await library.search('grass')).toHaveLength(1)
    fails = false
    await eventually(async () => expect(await library.item(id)).toMatchObject({ state: 'indexed' }))
    expect(indexer.waitsFor).toBeNull()
  })

  test('a text that the model rejects fails alone', async () => {
    await using library = await openLibrary(makeFixture)
    const bad = await library.add('A forbidden text.')
    const good = await library.add('The llama eats grass.')
    library.startIndexer(async (request, context) => {
      if (request.texts.some(text => text.includes('forbidden')))
        throw new ApiError('content_policy_violation', 'Refused.')
      return await embedWords(request, context)
    })

    await eventually(async () => expect(await library.item(good)).toMatchObject({ state: 'indexed' }))
    await eventually(async () =>
      expect(await library.item(bad)).toMatchObject({ state: 'failed', reason: 'Refused.' }),
    )
    expect(await library.search('forbidden')).toHaveLength(1)
  })

  test('indexing runs as the key that added the items; a key without budget fails only its items', async () => {
    await using library = await openLibrary(makeFixture)
    const [rich, poor] = [
      await library.add('The llama eats grass.', 'key_rich'),
      await library.add('A note.', 'key_poor'),
    ]
    library.startIndexer(async (request, context) => {
      if (request.texts.some(text => text.includes('note')))
        throw new ApiError('insufficient_quota', 'Too little is left.')
      return await embedWords(request, context)
    })

    await eventually(async () => expect(await library.item(rich)).toMatchObject({ state: 'indexed' }))
    await eventually(async () =>
      expect(await library.item(poor)).toMatchObject({ state: 'failed', reason: 'Too little is left.' }),
    )
    expect(library.ended).toContainEqual(['key_rich', null])
    expect(library.ended).toContainEqual(['key_poor', 'insufficient_quota'])
    expect(library.ended).not.toContainEqual(['key_rich', 'insufficient_quota'])
  })

  test('a new model re-embeds everything; until then only words are compared', async () => {
    await using library = await openLibrary(makeFixture)
    const before = library.startIndexer(embedWords)
    const id = await library.add('The llama eats grass.')
    await eventually(async () => expect(await library.item(id)).toMatchObject({ state: 'indexed' }))
    await before.close()
    const second = toEmbedder('second', '')
    const towards = Float32Array.of(1, 0, 0)

    expect(await library.search('unknown', towards, second)).toEqual([])
    expect(await library.search('grass', towards, second)).toHaveLength(1)
    expect(await library.item(id, second)).toMatchObject({ embedded: 0 })
    library.startIndexer(async ({ model, texts }) => ({ model, vectors: texts.map(() => towards) }), second)

    await eventually(async () =>
      expect(await library.item(id, second)).toMatchObject({ state: 'indexed', embedded: 1 }),
    )
    expect(await library.search('grass', towards, second)).toMatchObject([{ score: 1 }])
  })

  test('indexing resumes after a restart', async () => {
    await using library = await openLibrary(makeFixture)
    const asked = Promise.withResolvers<void>()
    const stuck = library.startIndexer(async (_, { signal: leaving }) => {
      asked.resolve()
      return await new Promise((_resolve, reject) =>
        leaving.addEventListener('abort', () => reject(new Error('left'))),
      )
    })
    const id = await library.add('The llama eats grass.')
    await asked.promise
    await stuck.close()

    library.startIndexer(embedWords)

    await eventually(async () => expect(await library.item(id)).toMatchObject({ state: 'indexed' }))
    expect(library.faults).toEqual([])
  })
})
