import { expect, test } from 'vitest'
import { readKeptDraft } from './read-kept-draft.ts'

test('a draft is read back with its other addresses and its origin', () => {
  const draft = {
    contract: 'scrape',
    body: { model: 'scrape', params: { url: 'https://a.example/' } },
    others: [{ model: 'scrape', params: { url: 'https://b.example/' } }],
    origin: { contract: 'scrape', runId: null, label: '2 links from Map' },
  }

  expect(readKeptDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

test('what is no draft is none, and parts that are no part of one are left out', () => {
  for (const value of [null, [], 'x', {}, { body: [] }]) expect(readKeptDraft(value)).toBeNull()
  expect(readKeptDraft({ body: {}, others: [5, null], origin: { contract: 'evil' } })).toEqual({
    contract: 'scrape',
    body: {},
  })
})
