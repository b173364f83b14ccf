import { expect, test } from 'vitest'
import { toWholeBody } from './whole-body.ts'

test('the whole page is asked for as Markdown, with what else was set', () => {
  const body = { model: 'scrape', params: { url: 'https://a.example/', mobile: true, excludeTags: ['nav'] } }

  expect(JSON.parse(toWholeBody(JSON.stringify(body)))).toEqual({
    model: 'scrape',
    params: { url: 'https://a.example/', mobile: true, formats: ['markdown'], onlyMainContent: false },
  })
})
