import { expect, test } from 'vitest'
import { toList, toMembers } from './json-members.ts'

test('members are JSON in their order, without those that are not there', () => {
  const text = [
    ...toMembers([
      ['a', 1],
      ['b', undefined],
      ['c', 'x"y'],
      ['d', [{ content: 'z', n: null }, 2]],
    ]),
  ].join('')

  expect(text).toBe('"a":1,"c":"x\\"y","d":[{"content":"z","n":null},2]')
})

test('a long text comes in slices that make it whole, whatever stands where it is cut', () => {
  const long = `${'👩‍👩‍👧'.repeat(200_000)}"\\\n\u0001`
  const parts = [...toList([{ content: long }])]

  expect(parts.length).toBeGreaterThan(5)
  expect(Math.max(...parts.map(part => part.length))).toBeLessThan(long.length)
  expect(JSON.parse(parts.join(''))).toEqual([{ content: long }])
})
