import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { add, nothing, readPlaywrightReport, readVitestReport, toSummary, toTally } from './tally.ts'

function reportFile(content: unknown): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sextant-report-')), 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('the summary mentions skipped tests only if there are any', () => {
  expect(toSummary({ ...nothing, passed: 12 })).toBe('12 passed, 0 failed')
  expect(toSummary({ ...nothing, passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
})

test('the reports of both runners are added up', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'works' },
    { status: 'failed', fullName: 'sum of two' },
  ]
  const vitest = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [{ name: path.resolve('lib/sum.test.ts'), assertionResults }],
  }
  const inner = { title: 'open', file: 'menu.spec.ts', specs: [{ title: 'opens by key', ok: false }] }
  const playwright = {
    stats: { expected: 7, unexpected: 1, skipped: 4 },
    suites: [{ file: 'menu.spec.ts', specs: [{ title: 'closes', ok: true }], suites: [inner] }],
  }

  const sum = add(readVitestReport(vitest), readPlaywrightReport(playwright))

  expect(sum).toEqual({
    passed: 12,
    failed: 2,
    skipped: 7,
    failures: ['lib/sum.test.ts › sum of two', 'e2e/menu.spec.ts › opens by key'],
  })
})

test('a failed run without a failed test counts as a failure', () => {
  const report = reportFile({ numPassedTests: 5, numFailedTests: 0 })

  expect(toTally(report, readVitestReport, 1)).toMatchObject({ passed: 5, failed: 1 })
  expect(toTally(report, readVitestReport, 0)).toMatchObject({ passed: 5, failed: 0 })
})

test('a missing report is a failure, whatever the exit code', () => {
  expect(toTally('/nowhere/report.json', readVitestReport, 0).failed).toBe(1)
})
