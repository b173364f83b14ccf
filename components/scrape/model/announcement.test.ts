import { expect, test } from 'vitest'
import { failedRun, pageRun, rowOf, startedRun } from './__fixtures__/pages.ts'
import { toScrapeAnnouncement } from './announcement.ts'

const [a, b] = ['https://a.example/', 'https://b.example/']

test('for many pages only start and end are announced', () => {
  expect(toScrapeAnnouncement([])).toBe('')
  expect(toScrapeAnnouncement([rowOf(a), rowOf(b, startedRun('run', ''))])).toBe('Reading 2 pages')
  expect(toScrapeAnnouncement([rowOf(a), rowOf(b, failedRun(b))])).toBe('1 of 2 pages read, 1 failed')
  expect(toScrapeAnnouncement([rowOf(a), rowOf(b)])).toBe('2 of 2 pages read')
})

test('for a single page the outcome is announced', () => {
  const said = (run: Parameters<typeof rowOf>[1]) => toScrapeAnnouncement([rowOf(a, run)])

  expect(said(null)).toBe('Reading the page')
  expect(said(pageRun(a))).toBe('Page read, 7 tokens')
  expect(said(pageRun(a, { links: [] }))).toBe('Page read')
  expect(said(pageRun(a, { warning: 'Empty.' }))).toBe('Page read with a warning: Empty.')
  expect(said(failedRun(a))).toBe('Failed: The page could not be reached.')
  expect(said({ ...startedRun('run', ''), state: 'stopped' })).toBe('Stopped')
})

test('reading a whole page afterwards is not announced as reading the page again', () => {
  expect(toScrapeAnnouncement([{ ...rowOf(a), whole: startedRun('run', '') }])).toBe('Page read, 7 tokens')
})
