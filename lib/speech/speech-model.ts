import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'

export interface SpeechQuestion {
  /** The sound, in a container that the server reads. */
  readonly path: string
  /** Its name, which tells some servers the container. */
  readonly name: string
  readonly sizeBytes: number
  /** ISO 639-1; null: the server finds out. */
  readonly language: string | null
  /** Words to expect. */
  readonly prompt?: string | null
  readonly temperature?: number | null
}

export interface SpeechAnswer {
  readonly text: string
  /** As the server names it. */
  readonly language: string | null
  /** Null: the server did not say. */
  readonly seconds: number | null
  /** In order; none where the server does not tell when a thing was said. */
  readonly segments: readonly { readonly start: number; readonly end: number; readonly text: string }[]
}

/** A model of one provider that turns speech into text. */
export interface SpeechModel {
  readonly providerId: string
  /** The upstream's own name of the model. */
  readonly modelId: string
  /** Our own: it takes WAV alone, and understands English alone. */
  readonly embedded: boolean
  /**
   * Makes one attempt.
   * @throws UpstreamError, an ApiError whose `retryable` says whether this model may be asked again
   */
  transcribe(question: SpeechQuestion, options: AttemptOptions): Promise<SpeechAnswer>
}
