import { expect, test } from 'vitest'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { questionOf, serveReranker } from './__fixtures__/test-reranker.ts'

const documents = ['a', 'b', 'c', 'd']

interface Case {
  readonly entry: Partial<ProviderEntry> & { readonly path?: string }
  readonly path: string
  readonly fixture: string
  readonly body: Readonly<Record<string, unknown>>
  /** In the order of the answer. */
  readonly scores: readonly (readonly [number, number])[]
  readonly tokens: number | null
  readonly headers?: Readonly<Record<string, string>>
}

const jinaBody = { model: 'm-1', query: 'q', documents, top_n: 4, return_documents: false }
const cohere: Case = {
  entry: { kind: 'cohere', path: '/compatibility/v1' },
  path: '/v2/rerank',
  fixture: 'cohere.json',
  body: { model: 'm-1', query: 'q', documents, top_n: 4, max_tokens_per_doc: 100 },
  scores: [
    [3, 0.999071],
    [2, 0.32713068],
    [0, 0.1867],
    [1, 0.0002],
  ],
  tokens: null,
}
const tei: Case = {
  entry: { kind: 'tei', path: '' },
  path: '/rerank',
  fixture: 'tei.json',
  body: { query: 'q', texts: documents, raw_scores: false, return_text: false, truncate: true },
  scores: [
    [3, 0.9976],
    [0, 0.2142],
    [2, 0.0061],
    [1, 0.0002],
  ],
  tokens: 91,
  headers: { 'x-compute-tokens': '91' },
}

test.for<[string, Case]>([
  ['Cohere', cohere],
  ['Cohere, its second version configured', { ...cohere, entry: { kind: 'cohere', path: '/v2' } }],
  [
    'Jina',
    {
      entry: { kind: 'jina' },
      path: '/v1/rerank',
      fixture: 'jina.json',
      body: jinaBody,
      scores: [
        [3, 0.8791],
        [0, 0.1112],
        [2, 0.0481],
        [1, 0.0153],
      ],
      tokens: 815,
    },
  ],
  [
    'Voyage',
    {
      entry: { kind: 'voyage' },
      path: '/v1/rerank',
      fixture: 'voyage.json',
      body: { model: 'm-1', query: 'q', documents, top_k: 4, return_documents: false, truncation: true },
      scores: [
        [3, 0.4375],
        [1, 0.421875],
        [0, 0.28125],
        [2, 0.0625],
      ],
      tokens: 26,
    },
  ],
  [
    'Mixedbread',
    {
      entry: { kind: 'mixedbread' },
      path: '/v1/reranking',
      fixture: 'mixedbread.json',
      body: { model: 'm-1', query: 'q', input: documents, top_k: 4, return_input: false },
      scores: [
        [3, 0.9891],
        [0, 0.6211],
        [2, 0.1033],
        [1, 0.0211],
      ],
      tokens: 214,
    },
  ],
  ['TEI', tei],
  ['TEI behind /v1', { ...tei, entry: { kind: 'tei', path: '/v1' } }],
  [
    'vLLM',
    {
      entry: { server: 'vllm' },
      path: '/v1/rerank',
      fixture: 'vllm.json',
      body: { ...jinaBody, truncate_prompt_tokens: -1 },
      scores: [
        [3, 0.99853515625],
        [0, 0.2],
        [2, 0.1],
        [1, 0.0005860328674316406],
      ],
      tokens: 56,
    },
  ],
  [
    'llama.cpp, whose logits go through the sigmoid',
    {
      entry: { server: 'llama.cpp' },
      path: '/v1/rerank',
      fixture: 'llama-cpp.json',
      body: jinaBody,
      scores: [
        [3, 0.962497],
        [0, 0.120542],
        [2, 0.002215],
        [1, 0.000016],
      ],
      tokens: 74,
    },
  ],
  [
    'Together',
    {
      entry: { server: 'together' },
      path: '/v1/rerank',
      fixture: 'together.json',
      body: jinaBody,
      scores: [
        [3, 0.98],
        [0, 0.09],
        [2, 0.03],
        [1, 0.01],
      ],
      tokens: 1837,
    },
  ],
])('%s is asked in its words and understood', async ([, expected], context) => {
  const { entry, path, fixture, body, scores, tokens, headers = {} } = expected
  const { model, received } = await serveReranker(context, entry, {
    headers,
    body: readFixture('reranking', fixture),
  })

  const answer = await model.rerank(questionOf(documents, { maxTokensPerDoc: 100 }), attempt())

  expect(received[0]).toMatchObject({
    method: 'POST',
    path,
    headers: { authorization: 'Bearer the-operators-key', 'content-type': 'application/json' },
  })
  expect(received[0]?.body).toEqual(body)
  expect(answer.scores.map(({ index }) => index)).toEqual(scores.map(([index]) => index))
  for (const [at, [, score]] of scores.entries()) expect(answer.scores[at]?.score).toBeCloseTo(score, 5)
  expect(answer.inputTokens).toBe(tokens)
})

test.for(['openai', 'gemini', 'mistral', 'groq', 'deepseek', 'xai', 'openrouter', 'ollama', 'lm-studio'])(
  '%s has no rerankers',
  async (server, context) => {
    await expect(serveReranker(context, { server }, { body: {} })).rejects.toThrow('no rerankers')
  },
)
