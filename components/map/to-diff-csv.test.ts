import { expect, test } from 'vitest'
import { toDiffCsv } from './to-diff-csv.ts'

const link = (url: string, title: string | null = null) => ({
  url,
  source: null,
  depth: null,
  lastmod: null,
  title,
})

test('each change is a row with the previous URL, and no cell is a formula', () => {
  expect(
    toDiffCsv([
      { kind: 'added', link: link('https://a.example/x', '=cmd()') },
      { kind: 'moved', link: link('https://a.example/new'), from: link('https://a.example/old'), by: 'name' },
    ]),
  ).toBe(
    "change,url,from,title\r\nadded,https://a.example/x,,'=cmd()\r\nmoved,https://a.example/new,https://a.example/old,\r\n",
  )
})
