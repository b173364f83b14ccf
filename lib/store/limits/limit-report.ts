import type { LimitAnswer, LimitExchange } from './limit-exchange.ts'

/** Of all calls that wait for a limit, and of the one that needs least. */
export interface Need {
  readonly sum: number
  readonly smallest: number
}

export const noNeed: Need = { sum: 0, smallest: 0 }

/** When an exchange is sent, and the shortest lease that is still valid when its answer arrives. */
export interface Sending {
  readonly sentAt: number
  readonly leaseMinMs: number
}

/** An exchange of one limit with the store, and how the limit applies the answer. */
export interface SentExchange {
  readonly exchange: LimitExchange
  apply(answer: LimitAnswer, now: number): void
  /** The exchange failed, and it is unknown whether the store applied it. */
  restore(now: number): void
}
