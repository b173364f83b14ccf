import { expect, test } from 'vitest'
import { failedRun, pageRun, scriptedSend } from './__fixtures__/pages.ts'
import { stateOfRow } from './scrape-row.ts'
import { emptyScrape, writeAddresses } from './scrape-state.ts'
import { createScrapeStore, toWholeBody } from './scrape-store.ts'

const urls = Array.from({ length: 6 }, (_, at) => `https://site.example/${at}`)

function openStore(addresses: readonly string[] = urls) {
  const { send, sent } = scriptedSend()
  const initial = writeAddresses(emptyScrape, addresses.join('\n'))
  const store = createScrapeStore({ initial, path: '/v1/web', newId: () => 'entry', now: () => 7, send })
  return { store, sent, states: () => store.read().rows.map(stateOfRow) }
}

test('four pages are read at a time, and the next starts when one has ended', () => {
  const { store, sent, states } = openStore()

  store.run()

  expect(sent.map(({ url }) => url)).toEqual(urls.slice(0, 4))
  expect(states()).toEqual(['running', 'running', 'running', 'running', 'queued', 'queued'])
  expect(store.read().entry).toEqual({ id: 'entry', createdAt: 7 })
  sent[2]?.end(pageRun(urls[2] ?? ''))
  expect(sent.map(({ url }) => url)).toEqual(urls.slice(0, 5))
  expect(states()).toEqual(['running', 'running', 'done', 'running', 'running', 'queued'])
})

test('each request has the options and its own URL', () => {
  const { store, sent } = openStore(urls.slice(0, 2))
  store.update(state => ({ ...state, body: { model: 'scrape', params: { mobile: true } } }))

  store.run()

  expect(sent.map(({ body }) => JSON.parse(body))).toEqual(
    urls.slice(0, 2).map(url => ({ model: 'scrape', params: { url, mobile: true } })),
  )
})

test('a second Run during a run does nothing', () => {
  const { store, sent } = openStore(urls.slice(0, 1))
  store.run()

  store.run()

  expect(sent).toHaveLength(1)
})

test('a request without a URL is sent unchanged, so that the API can report the missing field', () => {
  const { store, sent } = openStore([])

  store.run()

  expect(sent.map(({ body }) => body)).toEqual(['{"model":"scrape","params":{}}'])
})

test('one page is canceled, queued or running, and the others continue', () => {
  const { store, sent, states } = openStore()
  store.run()

  store.cancel(5)
  store.cancel(0)

  expect(states()).toEqual(['stopped', 'running', 'running', 'running', 'running', 'cancelled'])
  expect(sent).toHaveLength(5)
})

test('Stop stops running requests and removes queued ones', () => {
  const { store, sent, states } = openStore()
  store.run()

  store.stop()

  expect(states()).toEqual(['stopped', 'stopped', 'stopped', 'stopped', 'cancelled', 'cancelled'])
  expect(sent).toHaveLength(4)
})

test('unread pages are retried with the same request, and read ones stay', () => {
  const { store, sent, states } = openStore(urls.slice(0, 3))
  store.run()
  sent[0]?.end(pageRun(urls[0] ?? ''))
  sent[1]?.end(failedRun(urls[1] ?? ''))
  sent[2]?.end({ state: 'stopped' })
  store.update(state => ({ ...state, body: { model: 'scrape', params: { mobile: true } } }))

  store.retryUnread()

  expect(states()).toEqual(['done', 'running', 'running'])
  expect(sent.slice(3).map(({ body }) => body)).toEqual(sent.slice(1, 3).map(({ body }) => body))
})

test('one page is retried with the current options', () => {
  const { store, sent } = openStore(urls.slice(0, 2))
  store.run()
  sent[0]?.end(pageRun(urls[0] ?? ''))
  store.update(state => ({ ...state, body: { model: 'scrape', params: { formats: ['links'] } } }))

  store.retry(0, { asSet: true })

  expect(JSON.parse(sent[2]?.body ?? '')).toEqual({
    model: 'scrape',
    params: { url: urls[0], formats: ['links'] },
  })
})

test('a running page is not requested twice', () => {
  const { store, sent } = openStore(urls.slice(0, 1))
  store.run()

  store.retry(0)

  expect(sent).toHaveLength(1)
})

test('an error of one site fails alone; an invalid key or a lost connection stops the rest', () => {
  for (const [ended, rest] of [
    [failedRun(urls[0] ?? '', 403), 'queued'],
    [failedRun(urls[0] ?? '', 401), 'cancelled'],
    [{ ...failedRun(urls[0] ?? ''), failure: { kind: 'offline' as const } }, 'cancelled'],
    [{ ...failedRun(urls[0] ?? ''), failure: { kind: 'signed-out' as const } }, 'cancelled'],
  ] as const) {
    const { store, sent, states } = openStore()
    store.run()

    sent[0]?.end(ended)

    expect(states().at(-1)).toBe(rest)
  }
})

test('the whole page is requested without filters, and compared with the extracted one', () => {
  const { store, sent } = openStore(urls.slice(0, 1))
  store.update(state => ({
    ...state,
    body: { model: 'scrape', params: { includeTags: ['main'], excludeTags: ['aside'], mobile: true } },
  }))
  store.run()
  sent[0]?.end(pageRun(urls[0] ?? ''))

  store.readWhole(0)

  expect(JSON.parse(sent[1]?.body ?? '').params).toEqual({
    url: urls[0],
    mobile: true,
    formats: ['markdown'],
    onlyMainContent: false,
  })
  sent[1]?.end(pageRun(urls[0] ?? '', { markdown: 'all of it' }))
  expect(store.read().rows[0]?.whole?.state).toBe('done')
  expect(store.read().rows[0]?.run?.response?.body).toContain('# https')
})

test('late responses change nothing after something else was opened', () => {
  const { store, sent } = openStore()
  store.run()

  store.open(emptyScrape)
  sent[0]?.end(pageRun(urls[0] ?? ''))

  expect(store.read()).toBe(emptyScrape)
  expect(sent).toHaveLength(4)
})

test('retrying a page discards a whole page that is still loading', () => {
  const { store, sent } = openStore(urls.slice(0, 1))
  store.run()
  sent[0]?.end(pageRun(urls[0] ?? ''))
  store.readWhole(0)

  store.retry(0)
  sent[1]?.end(pageRun(urls[0] ?? '', { markdown: 'of the former reading' }))
  sent[2]?.end(pageRun(urls[0] ?? ''))

  expect(store.read().rows[0]).toMatchObject({ run: { state: 'done' }, whole: null })
})

test('the whole page is requested as Markdown, with the other options', () => {
  const body = { model: 'scrape', params: { url: 'https://a.example/', mobile: true, excludeTags: ['nav'] } }

  expect(JSON.parse(toWholeBody(JSON.stringify(body)))).toEqual({
    model: 'scrape',
    params: { url: 'https://a.example/', mobile: true, formats: ['markdown'], onlyMainContent: false },
  })
})
