import { expect, test } from 'vitest'
import { pageRun, startedRun } from './__fixtures__/pages.ts'
import { readPage, summarisePage } from './read-page.ts'

const url = 'https://a.example/'

function runWith(answer: unknown) {
  return { ...pageRun(url), response: { status: 200, headers: {}, body: JSON.stringify(answer) } }
}

test('each format is there when it was asked for, and null when it was not', () => {
  const page = readPage(pageRun(url, { markdown: '', links: ['https://b.example/', 7] }))

  expect(page).toMatchObject({ markdown: '', links: ['https://b.example/'], html: null, text: null })
})

test('only a picture that the answer itself holds is a screenshot', () => {
  expect(readPage(pageRun(url, { screenshot: 'data:image/png;base64,AAAA' }))?.screenshot).toMatch(/^data:/)
  for (const screenshot of ['https://tracker.example/x.png', 'data:text/html,x', 'javascript:alert(1)', 5])
    expect(readPage(pageRun(url, { screenshot }))?.screenshot).toBeNull()
})

test('a summary has title, status, warning and tokens', () => {
  const run = pageRun(url, {
    markdown: 'text',
    metadata: { title: ' A\u202e title ', statusCode: 404, url: `${url}x` },
    warning: 'The page answered with status 404.',
  })

  expect(summarisePage(run)).toEqual({
    title: 'A title',
    address: `${url}x`,
    status: 404,
    warning: 'The page answered with status 404.',
    tokens: 7,
    tokensEstimated: false,
  })
})

test('the tokens of what was not counted are unknown, not none', () => {
  expect(summarisePage(pageRun(url, { links: [] }, 0))?.tokens).toBeNull()
  expect(summarisePage(pageRun(url, { markdown: '' }, 0))?.tokens).toBe(0)
})

test('above a million characters the tokens are reckoned, and it is said', () => {
  expect(summarisePage(pageRun(url, { markdown: 'x'.repeat(1_000_001) }))?.tokensEstimated).toBe(true)
})

test('an answer that holds no page is none, whatever it is', () => {
  for (const answer of [null, [], 'text', {}, { data: null }, { data: ['x'] }]) {
    expect(readPage(runWith(answer))).toBeNull()
    expect(summarisePage(runWith(answer))).toBeNull()
  }
  expect(summarisePage(startedRun('run', ''))).toBeNull()
})

test('metadata of other types than the contract says stop nothing', () => {
  expect(
    summarisePage(runWith({ data: { metadata: { title: 5, statusCode: 'x' }, markdown: 5 } })),
  ).toMatchObject({
    title: '',
    status: null,
    tokens: null,
  })
})
