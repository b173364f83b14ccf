/** A store of page state for its components. */
export interface StateStore<State> {
  readonly read: () => State
  /** @returns an unsubscribe function */
  readonly subscribe: (listener: () => void) => () => void
  /** Notifies the listeners if the state changed. */
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
