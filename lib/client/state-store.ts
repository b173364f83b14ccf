/** What a page holds, for those who draw it. */
export interface StateStore<State> {
  readonly read: () => State
  /** @returns how to hear no more */
  readonly subscribe: (listener: () => void) => () => void
  /** Tells the listeners, unless nothing changed. */
  readonly update: (change: (state: State) => State) => void
}

export function createStateStore<State>(initial: State): StateStore<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    update(change) {
      const next = change(state)
      if (next === state) return
      state = next
      listeners.forEach(listener => listener())
    },
  }
}
