import type { CrossEncoderEntry, EmbeddingEntry } from '#lib/models/catalogue-entry.ts'
import type { TextBatches } from './text-batches.ts'
import type { TextTokens } from './text-tokens.ts'

/** A small model in memory. */
export interface OnnxModel<Entry> {
  readonly entry: Entry
  readonly tokens: TextTokens
  readonly batches: TextBatches
  dispose(): Promise<void>
}

/** Its vectors are pooled and as long as the graph makes them. */
export type Embedder = OnnxModel<EmbeddingEntry>

/** Reads a query and a document together; its vectors hold one number, the logit of the relevance. */
export type CrossEncoder = OnnxModel<CrossEncoderEntry>
