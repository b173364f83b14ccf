import type { AttemptPolicy } from '#lib/capabilities/attempt-policy.ts'
import type { CallTimers } from '#lib/capabilities/call-timers.ts'
import type { ChatModels } from './chat-models.ts'

export interface ChatOptions {
  readonly models: ChatModels
  readonly policy: AttemptPolicy
  readonly timers: CallTimers
  /** Part of the fingerprint. */
  readonly version: string
}
