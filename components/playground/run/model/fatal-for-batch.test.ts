import { expect, test } from 'vitest'
import { failedRun, pageRun } from '#components/scrape/model/__fixtures__/pages.ts'
import { isFatalForBatch } from './fatal-for-batch.ts'

const url = 'https://a.example/'

const isOfAll = ({ status }: { status: number }) => status === 401

test('an error of one request stops only that request; an invalid key or a lost connection stops the batch', () => {
  expect(
    [403, 404, 429, 500, 502, 504].map(status => isFatalForBatch(failedRun(url, status), isOfAll)),
  ).not.toContain(true)
  expect(isFatalForBatch(failedRun(url, 401), isOfAll)).toBe(true)
  expect(isFatalForBatch(pageRun(url), isOfAll)).toBe(false)
  for (const failure of [
    { kind: 'offline' },
    { kind: 'signed-out' },
    { kind: 'unreachable', message: '' },
  ] as const)
    expect(isFatalForBatch({ ...failedRun(url), failure }, isOfAll)).toBe(true)
})
