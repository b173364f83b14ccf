import type { Run } from '#lib/client/run.ts'
import type { RunSums } from './sum-runs.ts'

const labels: Readonly<Record<Run['state'], string>> = {
  running: 'running',
  done: '',
  stopped: 'stopped',
  failed: 'failed',
  interrupted: 'interrupted',
}

/** Status and state of one run: `200`, `429 failed`; `running` before the response. */
export function formatRun({ response, state }: Pick<Run, 'response' | 'state'>): string {
  return [response?.status ?? '', labels[state]].filter(part => part !== '').join(' ')
}

/**
 * Progress of a batch: `200 · 3 of 9 requests · running`.
 * @param total number of runs in the batch
 */
export function formatBatch(
  runs: readonly Pick<Run, 'state'>[],
  total: number,
  { status, ended, failed }: Pick<RunSums, 'status' | 'ended' | 'failed'>,
): string {
  const done = runs.filter(run => run.state === 'done').length
  const stopped = runs.some(run => run.state === 'stopped')
  const rest = ended < runs.length ? 'running' : stopped ? 'stopped' : ''
  return [status ?? '', `${done} of ${total} requests`, failed > 0 ? `${failed} failed` : rest]
    .filter(part => part !== '')
    .join(' · ')
}
