import { expect, test } from 'vitest'
import { splitHeadings } from './page-item.ts'

test('each part starts with the headings above it', () => {
  const markdown = 'Before.\n\n# Tides\n\nAll.\n\n## Spring\n\nHigh.\n\n## Neap\n\nLow.\n\n# Moon\n\nFar.'

  expect(splitHeadings(markdown)).toEqual([
    'Before.',
    '# Tides\n\nAll.',
    '# Tides\n\n## Spring\n\nHigh.',
    '# Tides\n\n## Neap\n\nLow.',
    '# Moon\n\nFar.',
  ])
})

test('a heading without text of its own is dropped', () => {
  expect(splitHeadings('# A\n## B\ntext')).toEqual(['# A\n\n## B\n\ntext'])
})

test('a comment in code is not a heading', () => {
  expect(splitHeadings('# A\n\n```sh\n# not a heading\n```')).toEqual(['# A\n\n```sh\n# not a heading\n```'])
})

test('text without headings is one part, empty text none', () => {
  expect(splitHeadings('one\n\ntwo')).toEqual(['one\n\ntwo'])
  expect(splitHeadings(' \n')).toEqual([])
})
