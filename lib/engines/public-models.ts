import type { ModelKind } from '#lib/contracts/models.ts'

/** A public id that belongs to no single server: configuration maps it, and this is where it goes by default. */
export interface PublicModel {
  readonly id: string
  readonly kind: ModelKind
  readonly provider: string
  readonly upstream: string
  readonly dimensions?: number
  /** Whether fewer dimensions may be asked for. */
  readonly dimensionsAdjustable?: boolean
  readonly context?: number
}

export const publicModels: readonly PublicModel[] = [
  {
    id: 'sextant-embeddings-v3',
    kind: 'embeddings',
    provider: 'jina',
    upstream: 'jina-embeddings-v3',
    dimensions: 1024,
    dimensionsAdjustable: true,
    context: 8192,
  },
  openAiEmbedding('text-embedding-3-large', 3072),
  openAiEmbedding('text-embedding-3-small', 1536),
  {
    id: 'sextant-embeddings-v2-base-en',
    kind: 'embeddings',
    provider: 'jina',
    upstream: 'jina-embeddings-v2-base-en',
    dimensions: 768,
    dimensionsAdjustable: false,
    context: 8192,
  },
  { id: 'rerank-english-v2.0', kind: 'rerank', provider: 'cohere', upstream: 'rerank-english-v2.0' },
  {
    id: 'rerank-multilingual-v2.0',
    kind: 'rerank',
    provider: 'cohere',
    upstream: 'rerank-multilingual-v2.0',
  },
  cohereRerank('rerank-english-v3.0'),
  cohereRerank('rerank-multilingual-v3.0'),
  {
    id: 'mixr-v1',
    kind: 'rerank',
    provider: 'mixedbread',
    upstream: 'mxbai-rerank-large-v1',
    context: 512,
  },
  {
    id: 'sextant-reranker-v2-base-multilingual',
    kind: 'rerank',
    provider: 'jina',
    upstream: 'jina-reranker-v2-base-multilingual',
    context: 1024,
  },
]

/** Sextant's own operations, which `POST /v1/web` takes as models. */
export const webModels: readonly string[] = ['sextant-ai-search', 'scrape', 'search', 'map']

function openAiEmbedding(id: string, dimensions: number): PublicModel {
  const facts = { dimensions, dimensionsAdjustable: true, context: 8191 }
  return { id, kind: 'embeddings', provider: 'openai', upstream: id, ...facts }
}

function cohereRerank(id: string): PublicModel {
  return { id, kind: 'rerank', provider: 'cohere', upstream: id, context: 4096 }
}
