import { expect, test } from 'vitest'
import { pageRun, startedRun } from './__fixtures__/pages.ts'
import { readPage, summarisePage } from './read-page.ts'

const url = 'https://a.example/'

function runWith(answer: unknown) {
  return { ...pageRun(url), response: { status: 200, headers: {}, body: JSON.stringify(answer) } }
}

test('each format is present when requested, and null otherwise', () => {
  const page = readPage(pageRun(url, { markdown: '', links: ['https://b.example/', 7] }))

  expect(page).toMatchObject({ markdown: '', links: ['https://b.example/'], html: null, text: null })
})

test('only an inline image counts as a screenshot', () => {
  expect(readPage(pageRun(url, { screenshot: 'data:image/png;base64,AAAA' }))?.screenshot).toMatch(/^data:/)
  for (const screenshot of ['https://tracker.example/x.png', 'data:text/html,x', 'javascript:alert(1)', 5])
    expect(readPage(pageRun(url, { screenshot }))?.screenshot).toBeNull()
})

test('a summary has title, status, warning and tokens', () => {
  const run = pageRun(url, {
    markdown: 'text',
    metadata: { title: ' A\u202e title ', statusCode: 404, url: `${url}x` },
    warning: 'The page returned HTTP 404.',
  })

  expect(summarisePage(run)).toEqual({
    title: 'A title',
    address: `${url}x`,
    status: 404,
    warning: 'The page returned HTTP 404.',
    tokens: 7,
    tokensEstimated: false,
  })
})

test('an uncounted page has unknown tokens, not zero', () => {
  expect(summarisePage(pageRun(url, { links: [] }, 0))?.tokens).toBeNull()
  expect(summarisePage(pageRun(url, { markdown: '' }, 0))?.tokens).toBe(0)
})

test('tokens above a million characters are marked as an estimate', () => {
  expect(summarisePage(pageRun(url, { markdown: 'x'.repeat(1_000_001) }))?.tokensEstimated).toBe(true)
})

test('a response without a page gives null', () => {
  for (const answer of [null, [], 'text', {}, { data: null }, { data: ['x'] }]) {
    expect(readPage(runWith(answer))).toBeNull()
    expect(summarisePage(runWith(answer))).toBeNull()
  }
  expect(summarisePage(startedRun('run', ''))).toBeNull()
})

test('metadata of invalid types is dropped', () => {
  expect(
    summarisePage(runWith({ data: { metadata: { title: 5, statusCode: 'x' }, markdown: 5 } })),
  ).toMatchObject({
    title: '',
    status: null,
    tokens: null,
  })
})
