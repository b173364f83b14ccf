import type { LiveRun, LiveRuns } from './live-runs.ts'

type Runs = Pick<LiveRuns, 'readColumn' | 'subscribe'>

// The answer renders every frame; the event table and the footer need not.
const everyMs = 200

/**
 * The last runs of columns, in their order, as an external store: it reports a changed state immediately, and new
 * events of running ones at most every 200 ms.
 */
export function createColumnRuns(runs: Runs, columnIds: readonly string[]) {
  let last: readonly (LiveRun | null)[] = []
  const read = () => {
    const now = columnIds.map(id => runs.readColumn(id))
    if (now.length !== last.length || now.some((live, at) => live !== last[at])) last = now
    return last
  }
  const subscribe = (report: () => void) => {
    let timer: ReturnType<typeof setTimeout> | null = null
    let reported = read()
    const reportNow = () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      reported = read()
      report()
    }
    const stop = runs.subscribe(() => {
      const now = read()
      if (now === reported) return
      if (now.some((live, at) => live !== reported[at] && !goesOn(live, reported[at]))) return reportNow()
      timer ??= setTimeout(reportNow, everyMs)
    })
    return () => {
      if (timer !== null) clearTimeout(timer)
      stop()
    }
  }
  return { subscribe, read }
}

function goesOn(live: LiveRun | null, before: LiveRun | null | undefined): boolean {
  const run = live?.run
  return run?.state === 'running' && before?.run.id === run.id && before.run.response === run.response
}
