import type { CrossEncoderEntry, EmbeddingEntry } from '#lib/models/catalog-entry.ts'
import type { TextBatches } from './text-batches.ts'
import type { TextTokens } from './text-tokens.ts'

/** A loaded small model. */
export interface OnnxModel<Entry> {
  readonly entry: Entry
  readonly tokens: TextTokens
  readonly batches: TextBatches
  dispose(): Promise<void>
}

/** Vectors are pooled, with the length the graph outputs. */
export type Embedder = OnnxModel<EmbeddingEntry>

/** Reads a query and a document together; its output is one number, the relevance logit. */
export type CrossEncoder = OnnxModel<CrossEncoderEntry>
