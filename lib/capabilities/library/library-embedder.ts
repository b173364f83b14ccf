/** The embedding model in force. */
export interface LibraryEmbedder {
  /** Its public id. */
  readonly model: string
  /** Of its weights, where known; empty: a provider's model, which says nothing of it. */
  readonly revision: string
  /** What stands beside its vectors: they are compared with no others. */
  readonly stored: string
}

export function toEmbedder(model: string, revision: string): LibraryEmbedder {
  return { model, revision, stored: `${model}@${revision}` }
}
