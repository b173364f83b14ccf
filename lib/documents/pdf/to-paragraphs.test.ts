import { expect, test } from 'vitest'
import type { PageLine } from './page-lines.ts'
import { toParagraphs } from './to-paragraphs.ts'

function paragraphOf(...texts: readonly string[]): string | undefined {
  const lines = texts.map((text, at): PageLine => ({
    text,
    box: [0.1, 0.1 + at * 0.02, at === texts.length - 1 ? 0.5 : 0.9, 0.115 + at * 0.02],
    fontSize: 10,
    bold: false,
    ends: [60, 540],
    cells: null,
    hyphenated: false,
  }))
  return toParagraphs(lines, 1)[0]?.text
}

test('lines of Chinese and Japanese prose join without a space', () => {
  expect(paragraphOf('宇航员在飞行前12小时是严', '禁饮酒的。', '但是')).toBe(
    '宇航员在飞行前12小时是严禁饮酒的。但是',
  )
  expect(paragraphOf('自爆攻撃があり', 'ロケット弾も')).toBe('自爆攻撃がありロケット弾も')
})

test('lines of Korean prose, and of prose that mixes scripts, join with a space', () => {
  expect(paragraphOf('서울은 대한민국의', '수도이다')).toBe('서울은 대한민국의 수도이다')
  expect(paragraphOf('这是用', 'JavaScript 写的')).toBe('这是用 JavaScript 写的')
})
