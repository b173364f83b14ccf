import type { ListedModel } from './listed-model.ts'
import type { ServerKind } from './server-kind.ts'

// What the vendors' pages say of their models. Where a model offers several sizes of which the usual is not the
// largest, its dimensions stay unknown here, so that the larger may be asked for.
const models: Partial<Readonly<Record<ServerKind, readonly ListedModel[]>>> = {
  openai: [
    embedder('text-embedding-3-large', 8191, 3072, true),
    embedder('text-embedding-3-small', 8191, 1536, true),
    embedder('text-embedding-ada-002', 8191, 1536, false),
    // First, because it alone tells when a thing was said.
    transcriber('whisper-1'),
    transcriber('gpt-4o-mini-transcribe'),
    transcriber('gpt-4o-transcribe'),
  ],
  groq: [transcriber('whisper-large-v3-turbo'), transcriber('whisper-large-v3')],
  cohere: [
    embedder('embed-v4.0', 128_000, 1536, true),
    embedder('embed-english-v3.0', 512, 1024, false),
    embedder('embed-multilingual-v3.0', 512, 1024, false),
    embedder('embed-english-light-v3.0', 512, 384, false),
    embedder('embed-multilingual-light-v3.0', 512, 384, false),
    reranker('rerank-v3.5', 4096),
    reranker('rerank-english-v2.0', undefined),
    reranker('rerank-multilingual-v2.0', undefined),
    reranker('rerank-english-v3.0', 4096),
    reranker('rerank-multilingual-v3.0', 4096),
  ],
  jina: [
    embedder('jina-embeddings-v4', 32_768, 2048, true),
    embedder('jina-embeddings-v3', 8192, 1024, true),
    embedder('jina-embeddings-v2-base-en', 8192, 768, false),
    reranker('jina-reranker-v3', 131_072),
    reranker('jina-reranker-m0', 10_240),
    reranker('jina-reranker-v2-base-multilingual', 1024),
  ],
  voyage: [
    embedder('voyage-4-large', 32_000, undefined, true),
    embedder('voyage-4', 32_000, undefined, true),
    embedder('voyage-4-lite', 32_000, undefined, true),
    embedder('voyage-3-large', 32_000, undefined, true),
    embedder('voyage-3.5', 32_000, undefined, true),
    embedder('voyage-3.5-lite', 32_000, undefined, true),
    embedder('voyage-code-3', 32_000, undefined, true),
    embedder('voyage-finance-2', 32_000, 1024, false),
    embedder('voyage-law-2', 16_000, 1024, false),
    reranker('rerank-2.5', 32_000),
    reranker('rerank-2.5-lite', 32_000),
  ],
  mixedbread: [
    embedder('mxbai-embed-large-v1', 512, 1024, true),
    reranker('mxbai-rerank-large-v2', 8192),
    reranker('mxbai-rerank-base-v2', 8192),
    reranker('mxbai-rerank-large-v1', 512),
  ],
}

/** Models of a vendor whose facts need not be asked for; most model lists do not tell them. */
export function knownModels(server: ServerKind): readonly ListedModel[] {
  return models[server] ?? []
}

function embedder(
  id: string,
  contextWindow: number,
  dimensions: number | undefined,
  dimensionsAdjustable: boolean,
): ListedModel {
  return { id, kind: 'embeddings', contextWindow, dimensions, dimensionsAdjustable }
}

function reranker(id: string, contextWindow: number | undefined): ListedModel {
  return { id, kind: 'rerank', contextWindow }
}

function transcriber(id: string): ListedModel {
  return { id, kind: 'speech', input: ['audio'] }
}
