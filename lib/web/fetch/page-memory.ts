import { ApiError } from '#lib/errors.ts'

// Nearly all pages are smaller, and are admitted however many large ones are being read.
const freeBytes = 256 * 1024
const fullRetryMs = 2000

/** Share of one page in the memory limit. */
export interface PageMemory {
  /** @throws ApiError `rate_limit_exceeded` if the limit is reached */
  grow(bytes: number): void
  /** Releases all of it; repeated calls do nothing. */
  leave(): void
}

/** Limits the memory of large pages: several at once are equivalent to one that exceeds memory. */
export type PageMemoryLimiter = () => PageMemory

export function createPageMemoryLimiter(bytesMax: number): PageMemoryLimiter {
  let taken = 0
  return () => {
    let sizeBytes = 0
    let heldBytes = 0
    return {
      grow(bytes) {
        sizeBytes += bytes
        const moreBytes = Math.max(0, sizeBytes - freeBytes) - heldBytes
        if (taken + moreBytes > bytesMax) throw full()
        taken += moreBytes
        heldBytes += moreBytes
      },
      leave() {
        taken -= heldBytes
        heldBytes = 0
        sizeBytes = 0
      },
    }
  }
}

function full(): ApiError {
  const message = 'Too many large pages are being read. Retry in a moment.'
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs: fullRetryMs })
}
