import { expect, test, type TestContext } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { attempt, serve, type Answer } from '#lib/providers/transport/__fixtures__/raw-server.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import type { RerankQuestion } from '#lib/providers/reranking/rerank-model.ts'

export function questionOf(
  documents: readonly string[],
  options: Partial<RerankQuestion> = {},
): RerankQuestion {
  return { query: 'q', documents, maxTokensPerDoc: 4096, ...options }
}

/** A reranker backed by a server with these responses. */
export async function serveReranker(
  context: TestContext,
  settings: Partial<ProviderEntry> & { readonly path?: string; readonly modelId?: string },
  ...answers: readonly Answer[]
) {
  const { modelId = 'm-1', ...entry } = settings
  const { provider, received } = await serve(context, entry, ...answers)
  const model = provider.reranking?.(modelId)
  if (model === undefined) throw new Error('this provider has no rerankers')
  return { model, received }
}

export const documents = ['a', 'b', 'c', 'd']

/** The request to servers with Jina's rerank API. */
export const jinaBody = { model: 'm-1', query: 'q', documents, top_n: 4, return_documents: false }

export interface RerankCase {
  readonly entry: Partial<ProviderEntry> & { readonly path?: string }
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** In response order. */
  readonly scores: readonly (readonly [number, number])[]
  readonly tokens: number | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Tests the request, and that `__fixtures__/rerank.json` of a provider's folder becomes these scores. */
export function testRerank(name: string, folder: string, expected: RerankCase): void {
  test(`${name} gets requests in its format, and its responses are parsed`, async context => {
  const { entry, path, body, scores, tokens, headers = {} } = expected
  const { model, received } = await serveReranker(context, entry, {
    headers,
    body: readFixture(folder, 'rerank.json'),
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
}
