import type { MapAnswer, MapEvent, MapRequest } from '#lib/contracts/api/map.ts'
import type { MapBudgets } from '#lib/web/crawl/map-budgets.ts'
import type { Page, PageRequest, PdfFile } from '#lib/web/fetch/page.ts'
import type { SafeFetchSettings } from '#lib/web/fetch/safe-fetch.ts'
import type { ErrorCode } from '#lib/errors.ts'
import type { StreamItem } from '#lib/capabilities/handler.ts'

/** Settings of the worker. */
export interface WebThreadSettings {
  readonly guarding: WebGuarding
  /** Overrides the defaults. */
  readonly budgets: Partial<MapBudgets>
  /** Default: 1024 MB. */
  readonly memoryMegabytes?: number
}

export type WebGuarding = Omit<SafeFetchSettings, 'connect'>

/** Jobs of the worker. */
export type WebJob =
  | { readonly kind: 'findPages'; readonly input: MapRequest }
  /** The same, written as JSON. */
  | { readonly kind: 'writePages'; readonly input: MapRequest }
  | { readonly kind: 'streamPages'; readonly input: MapRequest }
  | { readonly kind: 'fetchPage'; readonly request: Omit<PageRequest, 'signal'> }
  | { readonly kind: 'checkRobots'; readonly url: string; readonly param: string }

/** The result of each job. */
export interface WebResults {
  readonly findPages: MapAnswer
  readonly writePages: readonly Uint8Array[]
  readonly streamPages: null
  readonly fetchPage: Page | PdfFile
  readonly checkRobots: null
}

export type ToWebThread =
  | { readonly kind: 'start'; readonly job: WebJob }
  /** An item was consumed: send the next. */
  | { readonly kind: 'next' }
  | { readonly kind: 'leave' }

export type FromWebThread =
  | { readonly kind: 'item'; readonly id: number; readonly item: StreamItem<MapEvent> }
  | { readonly kind: 'truncated'; readonly id: number; readonly budgets: readonly string[] }
  | { readonly kind: 'waited'; readonly id: number; readonly ms: number }
  | { readonly kind: 'end'; readonly id: number; readonly result: WebResults[WebJob['kind']] }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: WebFailure }
  /** The job is canceled. */
  | { readonly kind: 'stray'; readonly id: 0; readonly failure: WebFailure }

/** A cloneable error: its cause is a text, for the log. */
export interface WebFailure {
  /** Null: an internal error. */
  readonly code: ErrorCode | null
  readonly message: string
  readonly param: string | null
  readonly cause: string
}
