import { expect, test } from 'vitest'
import { type FoundMap, nothingFound } from './model/found-map.ts'
import { diffCaution } from './diff-caution.ts'

const whole: FoundMap = { ...nothingFound(), complete: true, stopped: 'done' }
const cut: FoundMap = { ...whole, stopped: 'pages' }
const stoppedByHand: FoundMap = { ...nothingFound(), complete: false }
const silent: FoundMap = { ...whole, stopped: null }

test('two complete maps differ by their changes only', () => {
  expect(diffCaution(whole, whole, false)).toBeNull()
  expect(diffCaution(silent, whole, false)).toBeNull()
  expect(diffCaution(null, cut, false)).toBeNull()
})

test('a map that ended early is named', () => {
  expect(diffCaution(cut, whole, false)).toMatch(/^The earlier map ended early/)
  expect(diffCaution(whole, stoppedByHand, false)).toMatch(/^This map ended early/)
  expect(diffCaution(cut, cut, false)).toMatch(/^Both maps ended early/)
})

test('a running map is the reason itself', () => {
  expect(diffCaution(cut, stoppedByHand, true)).toMatch(/still running/)
})
