/** `npm test`: installs test dependencies, runs all tests, and ends with `N passed, N failed`. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { environment } from '#lib/config.ts'
import { buildIfStale } from '#lib/supervisor/console-build.ts'
import { installDebianPackages } from '#scripts/test/debian-packages.ts'
import { fetchTestModels } from '#scripts/test/fetch-test-models.ts'
import { runBrowserTests } from '#scripts/test/run-browser-tests.ts'
import { runChecks } from '#scripts/test/run-checks.ts'
import { runVitest } from '#scripts/test/run-vitest.ts'
import { add, nothing, oneFailure, toSummary } from '#scripts/test/tally.ts'
import type { Tally } from '#scripts/test/tally.ts'

const root = path.dirname(import.meta.dirname)
const buildTimeoutMs = 300_000

const steps: Readonly<Record<string, () => Promise<Tally>>> = {
  'static checks': runChecks,
  'test models': fetchTestModels,
  'console build': build,
  'unit and contract tests': () => runVitest('unit'),
  'tests with real models': () => runVitest('models'),
  'browser tests': runBrowserTests,
}

process.chdir(root)
rmSync('.reports', { recursive: true, force: true })
await installDebianPackages(say)

let total = nothing
const durations: string[] = []
for (const [name, step] of Object.entries(steps)) {
  say(`\n── ${name}`)
  const startedAt = performance.now()
  total = add(total, await step())
  durations.push(`${((performance.now() - startedAt) / 60_000).toFixed(1).padStart(6)} min  ${name}`)
}

say(`\n${durations.join('\n')}`)
if (total.failures.length > 0) say(`\nFailed:\n${total.failures.map(test => `  ${test}`).join('\n')}`)
say(`\n${toSummary(total)}`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

async function build(): Promise<Tally> {
  try {
    await buildIfStale({ root, environment, signal: AbortSignal.timeout(buildTimeoutMs), say })
    return nothing
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return oneFailure
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
