import { expect, test } from 'vitest'
import { findEntry } from '#lib/models/catalogue.ts'
import { createScriptedSmallModel } from '#lib/models/http/__fixtures__/scripted-small-model.ts'
import { rankHybrid } from './rank-hybrid.ts'

test('a query is read no further for its words than a model reads, whatever separates them', async () => {
  const entry = findEntry('local/bge-small-en-v1.5')
  if (entry?.kind !== 'embeddings') throw new Error('the catalogue has no embedder')
  const embedder = await createScriptedSmallModel().loadOnnx(entry, { model: '', tokenizer: '' })
  // A zero-width space is none to a tokenizer: all of it is one token.
  const query = [...Array.from({ length: 600 }, (_, at) => `word${at}`), 'last'].join('\u200b')
  const documents = ['first', 'last', 'word1']
  const question = { query, documents, maxTokensPerDoc: 100, similarityFloor: 0 }

  const { scores } = await rankHybrid(embedder, question, { key: '', signal: new AbortController().signal })
  const [none = 1, late = 0, early = 0] = scores

  expect(late).toBe(none)
  expect(early).toBeGreaterThan(none)
})
