import { expect, test } from 'vitest'
import { pageRun, rowOf, startedRun } from './__fixtures__/pages.ts'
import { applyDraft, emptyScrape, runsOf, toScrapeDraft, writeAddresses } from './scrape-state.ts'

const [a, b] = ['https://a.example/', 'https://b.example/']

test('a draft has every URL, the first as its own request', () => {
  const state = writeAddresses(emptyScrape, `${a}\n${b}\n${a}`)

  expect(toScrapeDraft(state)).toEqual({
    contract: 'scrape',
    body: { model: 'scrape', params: { url: a } },
    others: [{ model: 'scrape', params: { url: b } }],
  })
})

test('a draft is restored as written, with invalid lines for correction', () => {
  const state = writeAddresses(emptyScrape, `${a}\nnot one\n${b}`)
  const draft = toScrapeDraft(state)

  const changed = applyDraft(state, { ...draft, body: { model: 'scrape', params: { url: a, mobile: true } } })

  expect(changed.text).toBe(`${a}\nnot one\n${b}`)
  expect(toScrapeDraft(changed).others).toEqual([{ model: 'scrape', params: { url: b, mobile: true } }])
})

test('a URL edited as JSON replaces the first', () => {
  const state = writeAddresses(emptyScrape, `${a}\n${b}`)

  const changed = applyDraft(state, {
    ...toScrapeDraft(state),
    body: { model: 'scrape', params: { url: 'htt' } },
  })

  expect(changed.text).toBe(`htt\n${b}`)
  expect(toScrapeDraft(changed).body).toEqual({ model: 'scrape', params: { url: 'htt' } })
})

test('an example or a link replaces all URLs', () => {
  const state = writeAddresses(emptyScrape, `${a}\n${b}`)

  expect(applyDraft(state, { contract: 'scrape', body: { model: 'scrape', params: { url: b } } }).text).toBe(
    b,
  )
})

test('bodies of any form are kept unchanged', () => {
  for (const body of [
    {},
    { params: 5 },
    { params: null },
    { params: [1] },
    { params: { url: 7 } },
    { model: 1 },
  ]) {
    const state = applyDraft(emptyScrape, { contract: 'scrape', body })

    expect(toScrapeDraft(state).body).toEqual(body)
  }
})

test('active runs come last, whole pages after the rows', () => {
  const running = startedRun('run-1', '')
  const whole = pageRun(b)

  const runs = runsOf({ rows: [rowOf(a, running), { ...rowOf(b), whole }] })

  expect(runs.map(({ state }) => state)).toEqual(['done', 'done', 'running'])
  expect(runs[1]).toBe(whole)
})
