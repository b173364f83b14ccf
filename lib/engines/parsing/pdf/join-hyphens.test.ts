import { expect, test } from 'vitest'
import { joinHyphens } from './join-hyphens.ts'
import type { PageLine } from './page-lines.ts'

function lines(...texts: readonly string[]): PageLine[] {
  return texts.map(text => ({
    text: text.replace(/-$/, ''),
    box: [0, 0, 1, 1],
    fontSize: 10,
    bold: false,
    ends: [0, 1],
    cells: null,
    hyphenated: text.endsWith('-'),
  }))
}

function joined(...texts: readonly string[]): string[] {
  const page = lines(...texts)
  joinHyphens([page])
  return page.map(line => line.text)
}

test('a broken word is put together on the first line', () => {
  expect(joined('an extra-', 'ordinary, long word')).toEqual(['an extraordinary,', 'long word'])
})

test('a word that is spelled with a hyphen elsewhere keeps it', () => {
  expect(joined('self-', 'publishing is hard', 'on self-publishing')[0]).toBe('self-publishing')
})

test('a word that is also spelled without one loses it', () => {
  expect(joined('on-', 'line', 'on-line and online')[0]).toBe('online')
})

test('at the end of a page the hyphen stays', () => {
  expect(joined('to be con-')).toEqual(['to be con-'])
})
