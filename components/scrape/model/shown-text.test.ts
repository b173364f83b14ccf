import { expect, test } from 'vitest'
import { pageRun } from './__fixtures__/pages.ts'
import { readPage } from './read-page.ts'
import { toShownText } from './shown-text.ts'

test('the shown format is copied, if it is text and was requested', () => {
  const page = readPage(
    pageRun('https://a.example/', { markdown: '# A', links: ['https://b.example/', 'x:y'] }),
  )
  if (page === null) throw new Error('The fixture holds a page.')

  expect(toShownText(page, 'markdown')).toEqual({ what: 'Markdown', text: '# A' })
  expect(toShownText(page, 'links')).toEqual({ what: 'links', text: 'https://b.example/\nx:y' })
  expect(toShownText(page, 'metadata')?.text).toContain('"statusCode": 200')
  for (const view of ['html', 'raw', 'text', 'screenshot'] as const)
    expect(toShownText(page, view)).toBeNull()
})
