/** Adds up the JSON reports of vitest and Playwright. */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }
export const oneFailure: Tally = { passed: 0, failed: 1, skipped: 0 }

export function add(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

/** `12 passed, 0 failed`, and `, 3 skipped` if there are any. */
export function toSummary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Totals of a test run. A failed run without a failed test (an error outside the tests, a missing report) counts
 * as one failure: it must never look green.
 */
export function toTally(
  reportPath: string,
  read: (report: unknown) => Tally,
  exitCode: number | null,
): Tally {
  if (!existsSync(reportPath)) return oneFailure
  const tally = read(JSON.parse(readFileSync(reportPath, 'utf8')))
  return exitCode !== 0 && tally.failed === 0 ? add(tally, oneFailure) : tally
}

const number = z.number().default(0)
const vitestReport = z.object({
  numPassedTests: number,
  numFailedTests: number,
  numPendingTests: number,
  numTodoTests: number,
})
const playwrightReport = z.object({
  stats: z.object({ expected: number, unexpected: number, flaky: number, skipped: number }),
})

/** @see https://vitest.dev/guide/reporters#json-reporter */
export function readVitestReport(report: unknown): Tally {
  const counts = vitestReport.parse(report)
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
  }
}

/**
 * A test that passed on retry counts as passed; Playwright's own summary reports it as flaky.
 * @see https://playwright.dev/docs/test-reporters#json-reporter
 */
export function readPlaywrightReport(report: unknown): Tally {
  const { stats } = playwrightReport.parse(report)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}
