import { z } from 'zod'
import { hasBrowser } from './debian-packages.ts'
import { run } from './run.ts'
import { nothing, readPlaywrightReport, toTally } from './tally.ts'
import type { Tally } from './tally.ts'

const cli = 'node_modules/@playwright/test/cli.js'
const report = '.reports/playwright.json'

/**
 * Runs `e2e`; without a browser its tests count as skipped, and `installDebianPackages` has printed how to get
 * one.
 */
export async function runBrowserTests(): Promise<Tally> {
  if (hasBrowser()) {
    const code = await run(process.execPath, [cli, 'test'], { timeoutMs: 2_400_000 })
    return toTally(report, readPlaywrightReport, code)
  }
  const environment = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await run(process.execPath, [cli, 'test', '--list', '--reporter=json'], {
    environment,
    timeoutMs: 120_000,
  })
  const { passed, failed, skipped } = toTally(report, readListReport, code)
  return { ...nothing, failed, skipped: passed + skipped }
}

const suite = z.object({
  specs: z.array(z.unknown()).default([]),
  get suites() {
    return z.array(suite).default([])
  },
})

// A listing contains no results to count, only nested suites.
function readListReport(listed: unknown): Tally {
  return { ...nothing, passed: countSpecs(suite.parse(listed)) }
}

function countSpecs({ specs, suites }: z.output<typeof suite>): number {
  return specs.length + suites.reduce((sum, inner) => sum + countSpecs(inner), 0)
}
