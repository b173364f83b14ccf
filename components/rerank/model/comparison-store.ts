import { toBody } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { startRun, type RunHandle, type StartRun } from '#lib/client/send.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import type { ComparisonState } from './comparison-state.ts'

/**
 * The comparison of one page: its state, and every action that starts a run. Nothing runs without an action.
 */
export interface ComparisonStore extends StateStore<ComparisonState> {
  /** Sends the request to each model, as a new history entry. */
  readonly run: () => void
  /** Sends the request of one run again unchanged, so that it stays comparable with the others. */
  readonly retry: (index: number) => void
  readonly stop: () => void
  /** Stops all runs and opens another state; late responses of the old runs change nothing. */
  readonly open: (comparison: ComparisonState) => void
}

export interface ComparisonStoreOptions {
  readonly initial: ComparisonState
  readonly path: string
  readonly newId: () => string
  readonly now?: () => number
  readonly send?: StartRun
}

export function createComparisonStore(options: ComparisonStoreOptions): ComparisonStore {
  const { path, newId, now = Date.now, send = startRun } = options
  const { read, subscribe, update } = createStateStore(options.initial)
  let handles = new Map<string, RunHandle>()

  function start(body: string): Run {
    const mine = handles
    const handle = send(
      { path, body },
      {
        onUpdate(run) {
          if (mine !== handles) return
          if (run.state !== 'running') handles.delete(run.id)
          update(({ runs, ...rest }) => ({
            ...rest,
            runs: runs.map(each => (each.id === run.id ? run : each)),
          }))
        },
      },
    )
    handles.set(handle.id, handle)
    return handle.current()
  }

  return {
    read,
    subscribe,
    update,
    run() {
      if (handles.size > 0) return
      const { body, comparedModels } = read()
      const bodies = [body, ...comparedModels.map(model => ({ ...body, model }))]
      const runs = bodies.map(each => start(toBody({ body: each })))
      const entry = { id: newId(), createdAt: now() }
      update(({ runs: before, ...rest }) => ({ ...rest, runs, before, entry, restored: false }))
    },
    retry(index) {
      const failed = read().runs[index]
      if (failed === undefined || handles.has(failed.id)) return
      const run = start(failed.request.body)
      update(({ runs, ...rest }) => ({
        ...rest,
        runs: runs.with(index, run),
        restored: false,
      }))
    },
    stop: () => handles.forEach(handle => handle.stop()),
    open(next) {
      const left = handles
      handles = new Map()
      left.forEach(handle => handle.stop())
      update(() => next)
    },
  }
}
