import type { Run } from '#lib/client/run.ts'
import type { RunSums } from '#lib/client/sum-runs.ts'

const words: Readonly<Record<Run['state'], string>> = {
  running: 'running',
  done: '',
  stopped: 'stopped',
  failed: 'failed',
  interrupted: 'interrupted',
}

/** Status and state, in words and colour; of a batch, how much of it has come. */
export function RunStatus({ runs, total, sums }: { runs: readonly Run[]; total: number; sums: RunSums }) {
  const going = runs.some(run => run.state === 'running') || (sums.ended < total && sums.failed === 0)
  return (
    <span className={colourOf(sums, going)}>
      {total > 1 ? toBatchWords(runs, total, sums) : toWords(runs[0], sums)}
    </span>
  )
}

/** `200`, `429 failed`, `– running`. */
export function toWords(run: Run | undefined, { status }: Pick<RunSums, 'status'>): string {
  return [status ?? '–', run ? words[run.state] : ''].filter(part => part !== '').join(' ')
}

function toBatchWords(runs: readonly Run[], total: number, { status, ended, failed }: RunSums): string {
  const done = runs.filter(run => run.state === 'done').length
  const parts = [
    status === null ? '' : `${status} ·`,
    `${done} of ${total} requests`,
    failed > 0 ? `· ${failed} failed` : ended < runs.length ? '· running' : '',
  ]
  return parts.filter(part => part !== '').join(' ')
}

function colourOf({ status, failed }: RunSums, going: boolean): string {
  if (failed === 0 && status !== null && status < 400) return 'text-ok'
  return going && failed === 0 ? '' : 'text-bad'
}
