import { expect, test } from 'vitest'
import { pageRun, rowOf } from './__fixtures__/pages.ts'
import { openEntry, toEntry } from './scrape-entry.ts'
import { isRead, stateOfRow } from './scrape-row.ts'
import { emptyScrape, writeAddresses } from './scrape-state.ts'

const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/']
const place = { id: 'entry', createdAt: 7 }

test('a line of history brings back its addresses, their pages and whole pages', () => {
  const whole = pageRun(b, { markdown: 'whole' })
  const rows = [rowOf(a), { ...rowOf(b), whole }, { ...rowOf(c, null), cancelled: true }]
  const state = { ...writeAddresses(emptyScrape, 'https://later.example/'), rows, entry: place }

  const opened = openEntry(toEntry(state, place))

  expect(opened.text).toBe([a, b, c].join('\n'))
  expect(opened.rows.map(stateOfRow)).toEqual(['done', 'done', 'cancelled'])
  expect(opened.rows[1]?.whole).toEqual(whole)
  expect(opened.rows[0]?.whole).toBeNull()
  expect(opened).toMatchObject({ entry: place, restored: true })
})

test('what never began does not begin when it is opened again', () => {
  const state = { ...emptyScrape, rows: [rowOf(a), rowOf(b, null)], entry: place }

  expect(openEntry(toEntry(state, place)).rows.map(stateOfRow)).toEqual(['done', 'cancelled'])
})

test('a request without an address is a row too', () => {
  const rows = [{ ...rowOf('', null), body: '{"model":"scrape","params":{}}' }]

  const opened = openEntry(toEntry({ ...emptyScrape, rows, entry: place }, place))

  expect(opened.rows).toHaveLength(1)
  expect(opened.addresses).toEqual([])
})

test('a page that the history did not keep is told from one that was read', () => {
  const run = pageRun(a)
  const cut = { ...run, cut: true, response: { status: 200, headers: {}, body: null } }
  const entry = toEntry({ ...emptyScrape, rows: [rowOf(a, cut)], entry: place }, place)

  const [row] = openEntry(entry).rows

  expect(row && stateOfRow(row)).toBe('gone')
  expect(row && isRead(row)).toBe(false)
})
