export interface MoonshineWorkerData {
  readonly encoderPath: string
  readonly decoderPath: string
  readonly threads: number
}

export type ToMoonshine =
  /** A new window, 16 kHz. */
  | { readonly type: 'hear'; readonly samples: Float32Array<ArrayBuffer> }
  /** Goes on with it for about as long. */
  | { readonly type: 'go_on'; readonly ms: number }
  | { readonly type: 'close' }

/** `ready` once; then one `heard` or `failed` for each message. */
export type FromMoonshine =
  | { readonly type: 'ready' }
  /** `ids`: all tokens of the window once it is done; null: there is more. */
  | { readonly type: 'heard'; readonly ids: readonly number[] | null }
  | { readonly type: 'failed'; readonly failure: string }
