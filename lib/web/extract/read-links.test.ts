import { expect, test } from 'vitest'
import { readNextLinks, readMetaRefresh } from './read-links.ts'

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

test.each([
  ['0;url=/a', '/a'],
  ['5; URL = "/a b"', '/a b'],
  ["3,url='/a'", '/a'],
  ['0.5; /bare', '/bare'],
  [' 10 ; url=https://a.example/?x=1;y=2', 'https://a.example/?x=1;y=2'],
  ['30', null],
  ['', null],
  ['0;url=', null],
])('%j leads to %j', (content, target) => {
  expect(readMetaRefresh(content)).toBe(target)
})
