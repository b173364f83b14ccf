import type { PriceInForce } from '#lib/prices/price.ts'

/** A resolved model: the engine and the operator's settings. */
export interface Target<Model extends { readonly modelId: string }> {
  readonly publicId: string
  readonly providerId: string
  readonly model: Model
  /** In force when it was resolved; absent: none is known, or it is free. */
  readonly price?: PriceInForce | undefined
  /** Whether the price is that of another provider of the model, of which any rate may apply. */
  readonly hasAssumedPrice?: boolean | undefined
  /** Its ID in the price catalog, where its vendor is known. */
  readonly catalogId?: string | undefined
  /** Whether the provider is known to report the cost of its responses. */
  readonly reportsCosts?: boolean | undefined
  /** Seconds that a transcription is billed for at least. */
  readonly speechSecondsMin?: number | undefined
  /** Whether the total of its usage counts thinking that the completion leaves out. */
  readonly hidesThinking?: boolean | undefined
  /** Whether it may search the web although no request asks for it, and does not count how often. */
  readonly searchesUnasked?: boolean | undefined
  /** Whether it costs nothing, so that it responds without a remaining budget. */
  readonly free?: boolean | undefined
  /** Tokens. */
  readonly contextWindow?: number | undefined
  /** Public ids tried after it. */
  readonly fallbacks: readonly string[]
  /** Whether the operator or the provider lists the model; otherwise only the client says that it exists. */
  readonly listed?: boolean | undefined
  /** The UTC day on which the vendor shuts the model down, as YYYY-MM-DD. */
  readonly retires?: string
  /** The public ID of the model that the vendor recommends instead. */
  readonly successor?: string
  readonly timers?: TargetTimers | undefined
  /** When a complete response is assembled from a stream; default: `fallbacks`. */
  readonly assemble?: Assembling | undefined
  /** Where there are several ways to the model, each of them; the target itself stands for all. */
  readonly deployments?: readonly Deployed<this>[]
  /** Of one of several. */
  readonly deployment?: Deployment
}

export type Deployed<T> = T & { readonly deployment: Deployment }

/** One of several ways to a model: a provider, one of its keys, and the model there. */
export interface Deployment {
  /** `provider/model`, with the number of the key where the provider has several: `openai-a#2/gpt-6-sol`. */
  readonly name: string
  /** The same without the model. */
  readonly keyName: string
  /** Another object once the entry of the provider has changed. */
  readonly key: object
  /** Its share of the requests, relative to the others of its tier. */
  readonly weight: number
  /** The lowest tier that can be used is. */
  readonly tier: number
  /** Requests in progress. */
  readonly parallelMax: number
  /** The same over all instances. */
  readonly parallelTotalMax: number
  /** At this instance, over all keys and models of the provider. */
  readonly providerParallelMax: number
  /** Whether a session stays with its deployment. */
  readonly affinity: boolean
}

/** `fallbacks`: while another target remains, so that a silent one is noticed early. */
export type Assembling = 'always' | 'fallbacks' | 'never'

/** Deadlines of one provider, in milliseconds; absent values use the general ones. */
export interface TargetTimers {
  readonly firstEventMs?: number
  readonly idleMs?: number
  /** Total for a non-streamed response. */
  readonly plainMs?: number
  /** Total for a stream. */
  readonly streamMs?: number
}

/** A target of any capability, as used by attempts, circuit breakers and prices. */
export type AnyTarget = Target<{ readonly modelId: string }>

/** Identifies the upstream model: two public ids of one model share its circuit and its reported costs. */
export function targetKey({ providerId, model }: AnyTarget): string {
  return `${providerId}/${model.modelId}`
}
