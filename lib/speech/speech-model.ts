import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'

export interface SpeechQuestion {
  /** The audio, in a container format that the server reads. */
  readonly path: string
  /** File name, which tells some servers the container format. */
  readonly name: string
  readonly sizeBytes: number
  /** ISO 639-1; null: detected by the server. */
  readonly language: string | null
  /** Words to expect. */
  readonly prompt?: string | null
  readonly temperature?: number | null
}

export interface SpokenSegment {
  /** Seconds. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** Null: not reported. */
  readonly tokens: { readonly count: number; readonly meanLogProbability: number } | null
}

export interface SpeechAnswer {
  readonly text: string
  /** As reported by the server. */
  readonly language: string | null
  /** Null: not reported. */
  readonly seconds: number | null
  /** As billed by servers that count tokens; null: not reported. */
  readonly tokens: SpeechTokens | null
  /** In order; empty if the server returns no timestamps. */
  readonly segments: readonly SpokenSegment[]
}

export interface SpeechTokens {
  /** Of all input. */
  readonly input: number
  readonly inputAudio: number
  readonly output: number
}

/** A speech-to-text model of one provider. */
export interface SpeechModel {
  readonly providerId: string
  /** The provider's own id of the model. */
  readonly modelId: string
  /** Embedded: accepts only WAV and understands only English. */
  readonly embedded: boolean
  /**
   * Makes one attempt.
   * @throws UpstreamError, an ApiError whose `retryable` says whether to try this model again
   */
  transcribe(question: SpeechQuestion, options: AttemptOptions): Promise<SpeechAnswer>
}
