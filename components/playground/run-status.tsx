import type { Run } from '#lib/client/run.ts'
import { toBatchWords, toRunWords } from '#lib/client/run-words.ts'
import type { RunSums } from '#lib/client/sum-runs.ts'

/** Status and state, in words and colour; of a batch, how much of it has come. */
export function RunStatus({ runs, total, sums }: { runs: readonly Run[]; total: number; sums: RunSums }) {
  const [run] = runs
  if (run === undefined) return null
  return (
    <span className={colourOf(runs, sums)}>
      {total > 1 ? toBatchWords(runs, total, sums) : toRunWords(run)}
    </span>
  )
}

function colourOf(runs: readonly Run[], { status, failed }: RunSums): string {
  if (failed > 0) return 'text-bad'
  if (status !== null && status < 400) return 'text-ok'
  return runs.some(run => run.state === 'running') ? '' : 'text-bad'
}
