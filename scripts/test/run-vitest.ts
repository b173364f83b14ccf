import { run } from './run.ts'
import { readVitestReport, toTally } from './tally.ts'
import type { Tally } from './tally.ts'

/** Runs the projects of vitest.config.ts whose names start with this one. */
export async function runVitest(project: 'unit' | 'models'): Promise<Tally> {
  const report = `.reports/vitest-${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', `${project}*`, '--passWithNoTests', ...reporters],
    { timeoutMs: 1_200_000 },
  )
  return toTally(report, readVitestReport, code)
}
