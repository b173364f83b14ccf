/** A model as a call finds it: the engine, and what the operator said of it. */
export interface Target<Model extends { readonly modelId: string }> {
  readonly publicId: string
  readonly providerId: string
  readonly model: Model
  /** US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly output: number } | undefined
  /** Whether the provider is known to report in its answers what they cost. */
  readonly reportsCosts?: boolean | undefined
  /** Tokens. */
  readonly contextWindow?: number | undefined
  /** Public ids tried after it. */
  readonly fallbacks: readonly string[]
  /** Where the first event may take longer than usual: the model may have to be fetched and loaded. */
  readonly firstEventMs?: number | undefined
}

/** A target of any capability, as attempts, circuits and prices see it. */
export type AnyTarget = Target<{ readonly modelId: string }>
