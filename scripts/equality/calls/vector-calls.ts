import type { CallGroup } from './call-group.ts'

const embeddings = '/v1/embeddings'
const rerank = '/v1/rerank'
const input = ['The tide rises.', 'The tide falls.']
const documents = ['The moon moves the tides.', 'Boats float.', 'The moon is far away.']
const query = 'moon and tides'

const inputs: Readonly<Record<string, object>> = {
  'one text': { input: 'The tide rises.' },
  'several texts': { input },
  'token ids': { input: [1, 2, 3] },
  'lists of token ids': { input: [[1, 2], [3]] },
  base64: { input, encoding_format: 'base64' },
  'base64 by its other name': { input, embedding_type: 'base64' },
  'fewer dimensions': { input, dimensions: 4 },
  'a task': { input, task: 'retrieval.query' },
  truncated: { input: ['word '.repeat(900)], truncate: true },
  'not normalized': { input, normalized: false },
  'late chunking': { input, late_chunking: true },
  'unknown fields': { input, user: 'u-1', own: 1 },
  'a model without facts': { input, model: 'scripted/any' },
  'a server without base64': { input, model: 'scripted/float-8', encoding_format: 'base64' },
  'a server without dimensions': { input, model: 'scripted/fixed-8', dimensions: 4 },
  'many texts': { input: Array.from({ length: 300 }, (_, at) => `text ${at}`), model: 'as-gemini/vectors-2' },
  'no input': {},
  'an empty list': { input: [] },
  'an empty text': { input: [''] },
  'mixed inputs': { input: ['a', 1] },
  'too many texts': { input: Array.from({ length: 2049 }, () => 'a') },
  'more than the context window': { input: ['word '.repeat(900)] },
  'more dimensions than there are': { input, dimensions: 9 },
  'no dimensions': { input, dimensions: 0 },
  'an unknown task': { input, task: 'poetry' },
  'an unknown encoding': { input, encoding_format: 'int8' },
  'a chat model': { input, model: 'scripted/echo' },
  'an upstream that refuses': { input, model: 'scripted/error-400' },
  'an upstream that is busy': { input, model: 'scripted/error-429-20' },
  'an upstream that fails': { input, model: 'scripted/error-503-20' },
}

const faults = ['nan', 'too-few', 'too-many', 'same-index', 'uneven', 'empty'] as const

const rankings: Readonly<Record<string, object>> = {
  texts: {},
  'texts as objects': { documents: [{ text: 'moon' }, { text: 'sun', own: 1 }] },
  'the best of them': { top_n: 2 },
  'the best by the other name': { top_k: 2 },
  'without texts': { return_documents: false },
  'with texts': { return_documents: true },
  'fields of the documents': {
    documents: [{ title: 'moon', body: 'far' }, { title: 'sun' }],
    rank_fields: ['title', 'body'],
  },
  'documents that are cut': { max_tokens_per_doc: 2, max_chunks_per_doc: 3 },
  'no query': { query: '' },
  'no documents': { documents: [] },
  'a number as a document': { documents: [1] },
  'no place for the best': { top_n: 0 },
  'a document without the field': { documents: [{ title: 'moon' }], rank_fields: ['body'] },
  'a chat model': { model: 'scripted/echo' },
  'an unknown model': { model: 'nobody' },
  'an upstream that refuses': { model: 'scripted/error-400' },
  'an upstream that fails': { model: 'scripted/error-503-20' },
}

export const vectorCalls: CallGroup = {
  name: 'vectors',
  async run({ record }) {
    for (const [name, fields] of Object.entries(inputs)) {
      await record(`embeddings, ${name}`, { path: embeddings, json: { model: 'vectors', ...fields } })
    }
    for (const fault of faults) {
      await record(`embeddings, vectors that are wrong: ${fault}`, {
        path: embeddings,
        json: { model: `as-vllm/${fault}`, input, truncate: true },
        always: { kind: 'vectors', fault },
      })
    }
    await record('embeddings in another order', {
      path: embeddings,
      json: { model: 'scripted/reversed', input },
      always: { kind: 'vectors', reversed: true, usage: false },
    })
    for (const [name, fields] of Object.entries(rankings)) {
      const json = { model: 'ranker', query, documents, ...fields }
      await record(`rerank, ${name}`, { path: rerank, json })
      await record(`rerank v2, ${name}`, { path: '/v2/rerank', json })
    }
    await record('rerank, scores for documents that are not there', {
      path: rerank,
      json: { model: 'scripted/off', query, documents },
      always: { kind: 'scores', indexOffset: 1 },
    })
  },
}
