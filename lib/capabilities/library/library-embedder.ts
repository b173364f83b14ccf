/** The current embedding model. */
export interface LibraryEmbedder {
  /** The model's public id. */
  readonly model: string
  /** Revision of its weights; empty: unknown, as for a provider's model. */
  readonly revision: string
  /** Tag of its vectors: only vectors with the same tag are compared. */
  readonly stored: string
}

export function toEmbedder(model: string, revision: string): LibraryEmbedder {
  return { model, revision, stored: `${model}@${revision}` }
}
