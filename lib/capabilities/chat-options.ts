import type { AttemptPolicy } from './attempt-policy.ts'
import type { ChatModels } from './chat-models.ts'

export interface ChatTimers {
  readonly connectMs: number
  readonly firstEventMs: number
  readonly idleMs: number
  /** All of a plain answer. */
  readonly plainMs: number
  /** All of a stream. */
  readonly streamMs: number
}

export interface ChatOptions {
  readonly models: ChatModels
  readonly policy: AttemptPolicy
  readonly timers: ChatTimers
  /** Part of the fingerprint. */
  readonly version: string
}
