/** Adds up the JSON reports of vitest and Playwright. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** File and name of each failed test, as far as the runner reports them. */
  readonly failures: readonly string[]
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
export const oneFailure: Tally = { ...nothing, failed: 1 }

export function add(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
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
  testResults: z
    .array(
      z.object({
        name: z.string(),
        assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
      }),
    )
    .default([]),
})
const suite = z.object({
  file: z.string().default(''),
  specs: z.array(z.object({ title: z.string(), ok: z.boolean() })).default([]),
  get suites() {
    return z.array(suite).default([])
  },
})
const playwrightReport = z.object({
  stats: z.object({ expected: number, unexpected: number, skipped: number }),
  suites: z.array(suite).default([]),
})

/** @see https://vitest.dev/guide/reporters#json-reporter */
export function readVitestReport(report: unknown): Tally {
  const counts = vitestReport.parse(report)
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
    failures: counts.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${path.relative('', name)} › ${fullName}`),
    ),
  }
}

/** @see https://playwright.dev/docs/test-reporters#json-reporter */
export function readPlaywrightReport(report: unknown): Tally {
  const { stats, suites } = playwrightReport.parse(report)
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresOf),
  }
}

function failuresOf({ file, specs, suites }: z.output<typeof suite>): readonly string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ title }) => `e2e/${file} › ${title}`)
  return [...failed, ...suites.flatMap(failuresOf)]
}
