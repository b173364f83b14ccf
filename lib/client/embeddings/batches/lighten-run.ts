import type { Run } from '#lib/client/run.ts'
import { readRunUsage } from '#lib/client/run-usage.ts'

const batchesKept = 4
const charactersKept = 65_536

/**
 * The run as it is kept after its vectors were read. Of many batches Wire shows the beginning of each answer only: 50
 * whole ones would take 200 MB of the tab beside the vectors themselves.
 */
export function lightenRun(run: Run, batches: number): Run {
  const body = run.response?.body ?? null
  if (run.response === null || body === null || batches <= batchesKept || body.length <= charactersKept)
    return run
  // A copy, because a slice holds the whole text in memory.
  const beginning = structuredClone(body.slice(0, charactersKept))
  // What it took stands at the end of the answer.
  const usage = readRunUsage(run)
  return { ...run, response: { ...run.response, body: beginning }, usage, cut: true }
}
