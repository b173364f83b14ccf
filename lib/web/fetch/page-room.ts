import { ApiError } from '#lib/errors.ts'

// Nearly all pages are smaller: however many large ones are read, those go on.
const freeBytes = 256 * 1024
const fullRetryMs = 2000

/** What one page takes of the memory for all. */
export interface PageSpace {
  /** @throws ApiError `rate_limit_exceeded` when there is no room for so many more bytes */
  grow(bytes: number): void
  /** Gives all of it back; more than once does nothing more. */
  leave(): void
}

/** Bounds how many bytes of large pages lie in memory: many at once are one that is larger than memory. */
export type PageRoom = () => PageSpace

export function createPageRoom(bytesMax: number): PageRoom {
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
  const message = 'Too many large pages are being read at once. Try again in a moment.'
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs: fullRetryMs })
}
