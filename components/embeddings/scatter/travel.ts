/** Points on their way from one layout to another. */
export interface Travel {
  /** The places at this time; the same array each time. */
  readonly at: (now: number) => Float32Array
  readonly done: (now: number) => boolean
}

export function startTravel(from: Float32Array, to: Float32Array, now: number, durationMs: number): Travel {
  const places = new Float32Array(to.length)
  const share = (time: number) => Math.min(1, (time - now) / durationMs)
  return {
    at(time) {
      const left = 1 - share(time)
      // Fast at first, then slowly into place.
      const way = 1 - left * left * left
      for (let index = 0; index < places.length; index += 1) {
        const start = from[index] ?? 0
        places[index] = start + ((to[index] ?? 0) - start) * way
      }
      return places
    },
    done: time => share(time) >= 1,
  }
}
