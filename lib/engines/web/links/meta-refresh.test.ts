import { expect, test } from 'vitest'
import { readMetaRefresh } from './meta-refresh.ts'

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
