import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/chat.ts'
import { toContractInfo } from '#lib/contracts/contract-info.ts'
import { embeddingsContract, embeddingInputsMax } from '#lib/contracts/embeddings.ts'
import { rerankContract, rerankDocumentsMax } from '#lib/contracts/rerank.ts'
import { checkDraft } from './check-draft.ts'
import { openParcel } from './open-parcel.ts'
import type { Parcel } from './parcel.ts'
import { toOrigin } from './parcel-origin.ts'

const chat = toContractInfo(chatContract)
const embeddings = toContractInfo(embeddingsContract)
const rerank = toContractInfo(rerankContract)

function parcel(texts: readonly string[], changes: Partial<Parcel> = {}): Parcel {
  const origin = toOrigin('embeddings', 'run_1', { kind: 'texts', count: texts.length })
  return { kind: 'texts', items: texts.map(text => ({ text })), query: null, origin, ...changes }
}

test('texts become the documents of a ranking, what was searched for its query', async () => {
  const before = { contract: 'rerank', body: { model: 'm', top_n: 3, query: 'old', documents: ['old'] } }

  const opened = openParcel(parcel(['a', 'b'], { query: 'tides' }), rerank, before)

  expect(opened?.draft.body).toEqual({ model: 'm', top_n: 3, query: 'tides', documents: ['a', 'b'] })
  expect(opened?.draft.origin).toEqual({
    contract: 'embeddings',
    runId: 'run_1',
    label: '2 texts from Embeddings',
  })
  expect(opened && (await checkDraft(opened.draft))).toEqual([])
})

test('without a question the query that is there stays', () => {
  const before = { contract: 'rerank', body: { query: 'mine' } }

  expect(openParcel(parcel(['a']), rerank, before)?.draft.body['query']).toBe('mine')
  expect(openParcel(parcel(['a']), rerank, { contract: 'rerank', body: {} })?.draft.body).not.toHaveProperty(
    'query',
  )
})

test('documents become texts to embed, with the model and parameters that are set', async () => {
  const before = { contract: 'embeddings', body: { model: 'm', input: 'old', task: 'separation' } }

  const opened = openParcel(parcel(['a', 'b']), embeddings, before)

  expect(opened?.draft.body).toEqual({ model: 'm', task: 'separation', input: ['a', 'b'] })
  expect(opened && (await checkDraft(opened.draft))).toEqual([])
})

test('a chat gets numbered passages in their order, the question after them, and is told to cite', async () => {
  const items = [{ text: 'First.', title: 'Tides', url: 'https://a.example' }, { text: 'Second.' }]
  const before = {
    contract: 'chat',
    body: { model: 'm', stream: true, messages: [{ role: 'user', content: 'old' }] },
  }

  const opened = openParcel(parcel([], { items, query: 'Why?' }), chat, before)

  expect(opened?.draft.body).toMatchObject({
    model: 'm',
    stream: true,
    messages: [
      { role: 'system', content: expect.stringContaining('cite them as [n]') },
      { role: 'user', content: '[1] Tides · https://a.example\nFirst.\n\n[2] Second.\n\nWhy?' },
    ],
  })
  expect(opened && (await checkDraft(opened.draft))).toEqual([])
})

test('what is empty, twice there or too much stays behind and is counted', () => {
  const texts = [' ', 'twice', 'twice', ...Array.from({ length: 3000 }, (_, index) => `text ${index}`)]

  const embedded = openParcel(parcel(texts), embeddings, { contract: 'embeddings', body: {} })
  const ranked = openParcel(parcel(texts), rerank, { contract: 'rerank', body: {} })

  expect(embedded?.draft.body['input']).toHaveLength(embeddingInputsMax)
  expect(embedded?.leftOver).toEqual([
    { reason: 'empty', count: 1 },
    { reason: 'duplicate', count: 1 },
    { reason: 'limit', count: 3001 - embeddingInputsMax },
  ])
  expect(ranked?.draft.body['documents']).toHaveLength(rerankDocumentsMax)
})

test('a playground that takes no parcels says so', () => {
  expect(openParcel(parcel(['a']), { id: 'map', schema: {} }, { contract: 'map', body: {} })).toBeNull()
})
