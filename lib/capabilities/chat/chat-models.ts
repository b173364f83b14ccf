import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'

/** What chat needs of the registry. */
export interface ChatModels {
  /** @throws ApiError `model_not_found` with the way to get it */
  resolve(publicId: string): ChatTarget
  /** Public ids of chat models known to read images. */
  imageReaders(): readonly string[]
}
