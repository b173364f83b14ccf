import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { add, readPlaywrightReport, readVitestReport, toSummary, toTally } from './tally.ts'

function reportFile(content: unknown): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sextant-report-')), 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('the summary mentions skipped tests only if there are any', () => {
  expect(toSummary({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(toSummary({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
})

test('the reports of both runners are added up', () => {
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, success: false }
  const playwright = { stats: { expected: 7, unexpected: 2, flaky: 1, skipped: 4 } }

  const sum = add(readVitestReport(vitest), readPlaywrightReport(playwright))

  expect(sum).toEqual({ passed: 13, failed: 3, skipped: 7 })
})

test('a failed run without a failed test counts as a failure', () => {
  const report = reportFile({ numPassedTests: 5, numFailedTests: 0 })

  expect(toTally(report, readVitestReport, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  expect(toTally(report, readVitestReport, 0)).toEqual({ passed: 5, failed: 0, skipped: 0 })
})

test('a missing report is a failure, whatever the exit code', () => {
  expect(toTally('/nowhere/report.json', readVitestReport, 0).failed).toBe(1)
})
