import { toBody } from '#components/playground/form/model/draft.ts'
import {
  createPlayground,
  type PlaygroundOptions,
  type PlaygroundStore,
} from '#components/playground/run/model/create-playground.ts'
import type { Run } from '#lib/client/run.ts'
import type { ComparisonState } from './comparison-state.ts'

/** The comparison of one page, and its actions. */
export interface ComparisonStore extends PlaygroundStore<ComparisonState> {
  /** Sends the request to each model, as a new history entry. */
  readonly run: () => void
  /** Sends the request of one run again unchanged, so that it stays comparable with the others. */
  readonly retry: (index: number) => void
}

export function createComparisonStore(options: PlaygroundOptions<ComparisonState>): ComparisonStore {
  const playground = createPlayground(options)
  const { read, update } = playground
  const replace = (run: Run) =>
    update(state => ({ ...state, runs: state.runs.map(each => (each.id === run.id ? run : each)) }))

  return {
    ...playground,
    run() {
      if (playground.runningCount() > 0) return
      const { body, comparedModels } = read()
      // One that is not chosen yet would only be refused.
      const chosen = comparedModels.filter(model => model !== null)
      const bodies = [body, ...chosen.map(model => ({ ...body, model }))]
      const runs = bodies.map(each => playground.send(toBody({ body: each }), replace))
      const entry = playground.newEntry()
      update(state => ({ ...state, runs, before: state.runs, entry, restored: false }))
    },
    retry(index) {
      const failed = read().runs[index]
      if (failed === undefined || playground.isRunning(failed.id)) return
      const run = playground.send(failed.request.body, replace)
      update(state => ({ ...state, runs: state.runs.with(index, run), restored: false }))
    },
  }
}
