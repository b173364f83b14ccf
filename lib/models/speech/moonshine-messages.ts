export interface MoonshineWorkerData {
  readonly encoderPath: string
  readonly decoderPath: string
  readonly threads: number
}

export type ToMoonshine =
  /** A new window, 16 kHz. */
  | { readonly type: 'hear'; readonly samples: Float32Array<ArrayBuffer> }
  /** Continues for about as long. */
  | { readonly type: 'go_on'; readonly ms: number }
  | { readonly type: 'close' }

/** `ready` once; then one `heard` or `failed` per message. */
export type FromMoonshine =
  | { readonly type: 'ready' }
  /** `ids`: all tokens of the finished window; null: continue. */
  | { readonly type: 'heard'; readonly ids: readonly number[] | null; readonly meanLogProbability: number }
  | { readonly type: 'failed'; readonly failure: string }
