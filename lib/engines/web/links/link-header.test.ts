import { expect, test } from 'vitest'
import { readNextLinks } from './link-header.ts'

test.each<[string | readonly string[] | undefined, string[]]>([
  [undefined, []],
  ['</2>; rel="next"', ['/2']],
  ['</2>; rel=next', ['/2']],
  ['</0>; rel="prev", </2>; title="a, b"; rel="last next"', ['/2']],
  [['</0>; rel=prev', '</2>; rel=next'], ['/2']],
  ['</2>; rel="nextish", <>; rel=next', []],
  ['rel=next', []],
])('%j names %j', (header, found) => {
  expect(readNextLinks(header)).toEqual(found)
})
