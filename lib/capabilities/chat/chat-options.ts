import type { CallTimers } from '#lib/capabilities/attempts/attempt-options.ts'
import type { AttemptPolicy } from '#lib/capabilities/attempts/attempt-policy.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'

/** The part of the registry that chat needs. */
export interface ChatModels {
  /** @throws ApiError `model_not_found` with how to get the model */
  resolve(publicId: string): ChatTarget
  /** Public ids of chat models known to read images. */
  imageReaders(): readonly string[]
}

export interface ChatOptions {
  readonly models: ChatModels
  readonly policy: AttemptPolicy
  readonly timers: CallTimers
  /** Part of the fingerprint. */
  readonly version: string
}
