import { run } from './run.ts'
import { nothing, oneFailure } from './tally.ts'
import type { Tally } from './tally.ts'

/** What `npm run check` runs; a check that fails counts as a failed test. */
export async function runChecks(): Promise<Tally> {
  const code = await run('npm', ['run', '-s', 'check'], { timeoutMs: 300_000 })
  return code === 0 ? nothing : oneFailure
}
