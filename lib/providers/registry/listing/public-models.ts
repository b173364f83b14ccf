import type { ListedModel } from '#lib/providers/listed-model.ts'
import type { ProviderId } from '#lib/known-providers.ts'
import { providerById } from '#lib/providers/all-providers.ts'

/** A public id without a fixed server: the configuration can map it; this is its default target. */
export interface PublicModel {
  readonly id: string
  readonly provider: string
  /** As the provider knows it. */
  readonly model: ListedModel
}

export const publicModels: readonly PublicModel[] = [
  publicModel('sextant-embeddings-v3', 'jina', 'jina-embeddings-v3'),
  publicModel('text-embedding-3-large', 'openai', 'text-embedding-3-large'),
  publicModel('text-embedding-3-small', 'openai', 'text-embedding-3-small'),
  publicModel('sextant-embeddings-v2-base-en', 'jina', 'jina-embeddings-v2-base-en'),
  publicModel('rerank-english-v2.0', 'cohere', 'rerank-english-v2.0'),
  publicModel('rerank-multilingual-v2.0', 'cohere', 'rerank-multilingual-v2.0'),
  publicModel('rerank-english-v3.0', 'cohere', 'rerank-english-v3.0'),
  publicModel('rerank-multilingual-v3.0', 'cohere', 'rerank-multilingual-v3.0'),
  publicModel('mixr-v1', 'mixedbread', 'mxbai-rerank-large-v1'),
  publicModel('sextant-reranker-v2-base-multilingual', 'jina', 'jina-reranker-v2-base-multilingual'),
]

/** Quotes sources in AI searches; not a model, and cannot chat. */
export const extractiveModel = 'local/extractive'

/** Sextant's own operations, used as models of `POST /v1/web`. */
export const webModels: readonly string[] = ['sextant-ai-search', 'scrape', 'search', 'map']

function publicModel(id: string, provider: ProviderId, upstreamId: string): PublicModel {
  const model = providerById(provider).models.find(known => known.id === upstreamId)
  if (model === undefined) throw new Error(`The model "${upstreamId}" is unknown.`)
  return { id, provider, model }
}
