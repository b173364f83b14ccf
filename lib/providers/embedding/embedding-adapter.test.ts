import { expect, test } from 'vitest'
import { attempt, type RawReply } from '#lib/providers/transport/__fixtures__/raw-server.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import { requestOf, serveEmbedder } from './__fixtures__/test-embedder.ts'

const openAiShape = (vectors: string) => `{"data":[${vectors}],"usage":{"total_tokens":2}}`
const entry = (vector: string) => `{"embedding":${vector}}`

/** How each server formats a list of vectors. */
const shapes: readonly (readonly [string, Partial<ProviderEntry>, (vectors: readonly string[]) => string])[] =
  [
    ['OpenAI', { server: 'openai' }, vectors => openAiShape(vectors.map(entry).join())],
    ['Jina', { kind: 'jina' }, vectors => openAiShape(vectors.map(entry).join())],
    ['Voyage', { kind: 'voyage' }, vectors => openAiShape(vectors.map(entry).join())],
    ['Mixedbread', { kind: 'mixedbread' }, vectors => openAiShape(vectors.map(entry).join())],
    ['Cohere', { kind: 'cohere' }, vectors => `{"embeddings":{"float":[${vectors.join()}]},"meta":{}}`],
    ['TEI', { kind: 'tei' }, vectors => `[${vectors.join()}]`],
    ['Ollama', { server: 'ollama' }, vectors => `{"embeddings":[${vectors.join()}]}`],
  ]

const faults: readonly (readonly [string, (write: (vectors: readonly string[]) => string) => RawReply])[] = [
  ['a vector too few', write => ({ body: write(['[1]']) })],
  ['a vector too many', write => ({ body: write(['[1]', '[2]', '[3]']) })],
  ['NaN', write => ({ body: write(['[1]', '[NaN]']) })],
  ['null in a vector', write => ({ body: write(['[1]', '[null]']) })],
  ['an empty vector', write => ({ body: write(['[]', '[]']) })],
  ['two lengths', write => ({ body: write(['[1]', '[1,2]']) })],
  ['a truncated response', write => ({ kind: 'cut', body: write(['[1]', '[2]']).slice(0, -1) })],
  [
    'a response truncated by a proxy that reports it complete',
    write => ({ body: write(['[1]', '[2]']).slice(0, -1) }),
  ],
  ['trailing data', write => ({ body: `${write(['[1]', '[2]'])}]` })],
  ['an empty object', () => ({ body: '{}' })],
  ['an empty list', () => ({ body: '[]' })],
  ['a text', () => ({ body: '"ok"' })],
  ['a page', () => ({ body: '<html>' })],
]

const pairs = shapes.flatMap(([server, settings, write]) =>
  faults.map(([fault, reply]) => ({ server, settings, write, fault, reply })),
)

test.for(pairs)('$fault in the format of $server is invalid', async ({ settings, write, reply }, context) => {
  const { model } = await serveEmbedder(context, settings, reply(write))

  await expect(model.embed(requestOf(['a', 'b']), attempt())).rejects.toMatchObject({
    code: 'upstream_error',
    status: 502,
    retryable: true,
  })
})

test.for(shapes)(
  'in the format of %s, vectors pass through unchanged',
  async ([, settings, write], context) => {
    const { model } = await serveEmbedder(context, settings, { body: write(['[1,0.5]', ' [ 2, -1e-3 ] ']) })

    const { vectors } = await model.embed(requestOf(['a', 'b']), attempt())

    expect(vectors.map(({ text }) => text.toString())).toEqual(['[1,0.5]', '[ 2, -1e-3 ]'])
  },
)

test('unknown members are skipped in every format', async context => {
  const body = `{"x":[{"embeddings":1}],"embeddings":{"int8":[[1]],"float":[[1,2]]},
    "meta":{"warnings":["\\u00e9"],"billed_units":{"images":0,"input_tokens":3}},"response_type":"embeddings_by_type"}`
  const { model } = await serveEmbedder(context, { kind: 'cohere' }, { body })

  const answer = await model.embed(requestOf(['a']), attempt())

  expect(answer.promptTokens).toBe(3)
  expect(answer.vectors[0]).toMatchObject({ dimensions: 2 })
})
