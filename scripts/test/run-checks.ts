import { run } from './run.ts'
import { add, nothing, oneFailure } from './tally.ts'
import type { Tally } from './tally.ts'

// The parts of `npm run check`, run separately so that one failure does not hide the next.
const checks: Readonly<Record<string, readonly string[]>> = {
  format: ['exec', '--', 'oxfmt', '--check'],
  lint: ['exec', '--', 'oxlint', '--deny-warnings'],
  types: ['run', '-s', 'typecheck'],
  'unused code': ['exec', '--', 'knip'],
}

/** Runs all static checks; a failed check counts as a failed test. */
export async function runChecks(): Promise<Tally> {
  let total = nothing
  for (const [name, command] of Object.entries(checks)) {
    const code = await run('npm', command, { timeoutMs: 300_000 })
    process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}\n`)
    if (code !== 0) total = add(total, oneFailure)
  }
  return total
}
