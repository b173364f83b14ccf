import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textSlices } from './text-slices.ts'

const runs = fc
  .array(fc.tuple(fc.constantFrom('x', '字', ' ', '\n', '!', '😀', '7', 'a b', '\ud800'), fc.nat(5000)), {
    maxLength: 4,
  })
  .map(parts => parts.map(([sign, times]) => sign.repeat(times)).join(''))

test('the slices join to the text, none is long, and none has a run that slows the tokenizer', () => {
  fc.assert(
    fc.property(runs, text => {
      const slices = [...textSlices(text)]

      expect(slices.join('')).toBe(text)
      for (const slice of slices) {
        expect(slice.length).toBeLessThanOrEqual(16_384)
        expect(/\p{L}{1001}|\s{1001}|[^\p{L}\p{N}\s]{1001}/u.test(slice)).toBe(false)
        expect(slice.isWellFormed() || !text.isWellFormed()).toBe(true)
      }
    }),
    { numRuns: 20 },
  )
})
