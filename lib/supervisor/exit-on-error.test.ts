import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeStartError } from './exit-on-error.ts'

test.runIf(process.platform === 'linux')('a full disk is a sentence with the path', () => {
  expect(
    describeStartError(
      errorOf(() => writeFileSync('/dev/full', 'text')),
      '/srv/sextant',
    ),
  ).toMatch(
    /^The disk of (\/srv\/sextant|\/dev\/full) is full\. Free some space and start again\. \(ENOSPC: /,
  )
})

test('any other error is its message', () => {
  expect(describeStartError(new Error('PORT must be a number'), '/srv/sextant')).toBe('PORT must be a number')
})

function errorOf(work: () => void): unknown {
  try {
    work()
    return null
  } catch (error) {
    return error
  }
}
