/** How many bytes of bodies may lie in memory while they come or go: many slow ones are one large one. */
export interface BodyRoom {
  /** False: there is no room for so many more. */
  take(bytes: number): boolean
  giveBack(bytes: number): void
}

export function createBodyRoom(bytesMax: number): BodyRoom {
  let taken = 0
  return {
    take(bytes) {
      if (taken + bytes > bytesMax) return false
      taken += bytes
      return true
    },
    giveBack(bytes) {
      taken -= bytes
    },
  }
}
