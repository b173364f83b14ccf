/** Limits the bytes of bodies in memory: many slow requests use as much as one large one. */
export interface MemoryLimiter {
  /** False: this many more bytes do not fit. */
  acquire(bytes: number): boolean
  release(bytes: number): void
}

export function createMemoryLimiter(bytesMax: number): MemoryLimiter {
  let acquiredBytes = 0
  return {
    acquire(bytes) {
      if (acquiredBytes + bytes > bytesMax) return false
      acquiredBytes += bytes
      return true
    },
    release(bytes) {
      acquiredBytes -= bytes
    },
  }
}
