import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import { startRun, type RunHandle, type RunObserver, type StartRun } from '#lib/client/send.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'

/** The part of a playground that its page and its persisted session use; each playground adds its own actions. */
export interface PlaygroundStore<State> extends StateStore<State> {
  /** Stops all work and keeps partial responses. */
  readonly stop: () => void
  /**
   * Stops all work and opens another state; late responses of the old runs change nothing.
   * @param stored the history entry of the state, for a playground that shows runs outside of its state
   */
  readonly open: (state: State, stored?: HistoryEntry) => void
}

/** The history entry that an action begins, and that its runs are saved in. */
export interface EntryRef {
  readonly id: string
  /** Unix milliseconds. */
  readonly createdAt: number
}

/**
 * The core of a playground: its state, and the work that its actions start. Nothing runs without an action.
 * Work has a slot, which is free again when the run ends. Callbacks of dropped work are never called.
 */
export interface Playground<State> extends PlaygroundStore<State> {
  /**
   * Sends a body to the API, as soon as it is there.
   * @param onUpdate receives each change of the run, the last one when it ends
   * @param slot default: the id of the run. Work that is still in the slot is dropped first
   * @param path default: the API path of the playground
   * @returns the run as it was sent
   */
  readonly send: (
    body: string | Promise<string>,
    onUpdate: (run: Run) => void,
    slot?: string,
    path?: string,
  ) => Run
  /** The same for a request that is sent in another way, by `connect`. */
  readonly track: (connect: Connect, onUpdate: (run: Run) => void, slot?: string) => Run
  /** Starts work that is not one request: its signal aborts when the slot is stopped, dropped or used again. */
  readonly begin: (slot: string) => AbortSignal
  readonly isRunning: (slot: string) => boolean
  readonly runningCount: () => number
  readonly stopSlot: (slot: string) => void
  /** Stops work and forgets it: what it still reports changes nothing. Without a slot, all work. */
  readonly drop: (slot?: string) => void
  readonly newEntry: () => EntryRef
}

/**
 * Starts a request and returns its handle.
 * @param isCurrent for callbacks other than `onUpdate`: whether the request is still in its slot
 */
export type Connect = (observer: RunObserver, isCurrent: () => boolean) => RunHandle

export interface PlaygroundOptions<State> {
  readonly initial: State
  /** API path, e.g. `/v1/rerank`. */
  readonly path: string
  readonly newId: () => string
  readonly now?: () => number
  readonly send?: StartRun
}

export function createPlayground<State>(options: PlaygroundOptions<State>): Playground<State> {
  const { initial, path, newId, now = Date.now, send = startRun } = options
  const store = createStateStore(initial)
  const work = new Map<string, { readonly stop: () => void }>()

  const track: Playground<State>['track'] = (connect, onUpdate, slot) => {
    if (slot !== undefined) drop(slot)
    const isCurrent = () => work.get(key) === handle
    const whileCurrent = (run: Run) => {
      if (!isCurrent()) return
      if (run.state !== 'running') work.delete(key)
      onUpdate(run)
    }
    const handle = connect({ onUpdate: whileCurrent }, isCurrent)
    const key = slot ?? handle.id
    work.set(key, handle)
    return handle.current()
  }

  function drop(slot?: string): void {
    const dropped = [...work].filter(([key]) => slot === undefined || key === slot)
    // All are forgotten before the first is stopped: a stopped run reports its end.
    dropped.forEach(([key]) => work.delete(key))
    dropped.forEach(([, { stop }]) => stop())
  }

  return {
    ...store,
    send: (body, onUpdate, slot, at = path) =>
      track(
        observer =>
          send(
            typeof body === 'string' ? { path: at, body } : { path: at, body: '', pendingBody: body },
            observer,
          ),
        onUpdate,
        slot,
      ),
    track,
    begin(slot) {
      drop(slot)
      const controller = new AbortController()
      work.set(slot, { stop: () => controller.abort() })
      return controller.signal
    },
    isRunning: slot => work.has(slot),
    runningCount: () => work.size,
    stop: () => [...work.values()].forEach(({ stop }) => stop()),
    stopSlot: slot => work.get(slot)?.stop(),
    drop,
    newEntry: () => ({ id: newId(), createdAt: now() }),
    open(next) {
      drop()
      store.update(() => next)
    },
  }
}
