import { expect, test } from 'vitest'
import { readKeptDraft } from './read-kept-draft.ts'

test('what was written is read back', () => {
  const draft = {
    contract: 'rerank',
    body: { query: 'q' },
    others: [{ query: 'q', model: 'b' }],
    view: { sort: 'input' },
    origin: { contract: 'embeddings', runId: null, label: '3 texts from Embeddings' },
  }

  expect(readKeptDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

test.each([null, 'x', [], {}, { body: 'x' }])('%j is no draft', value => {
  expect(readKeptDraft(value)).toBeNull()
})
