import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { addressesBox, openScrape, pageRows, reader, scrape, showForm } from './support/scrape-page.ts'
import { expect, test } from './support/server.ts'
import { copyLink } from './support/share.ts'

async function choose(page: Page, button: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await expect(page.getByRole('menu')).toBeHidden()
}

async function save(page: Page, button: string | RegExp, item: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, button, item)])
  return readFile(await pathOf(download), 'utf8')
}

async function pathOf(download: Download): Promise<string> {
  return download.path()
}

test('M6: one page is read in each format, and the HTTP tab shows the request sent', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openScrape(page)
  await scrape(page, `${site.origin}/docs/tides`)

  await expect(reader(page).getByRole('heading', { name: 'Tides', level: 3 })).toBeVisible()
  await expect(reader(page)).toContainText('The moon moves the tides.')
  await expect(reader(page)).not.toContainText('Printed by the harbour office')
  await expect(reader(page)).toContainText('Status 200')
  await showForm(page, 'Source')
  await expect(reader(page).getByRole('tabpanel')).toContainText('# Tides')
  await page.getByRole('button', { name: 'Copy Markdown' }).click()
  await expect(page.getByText('Markdown copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# Tides')
  await showForm(page, 'Metadata')
  await expect(reader(page).getByRole('row', { name: /^sourceURL/ })).toContainText('/docs/tides')
  expect(await save(page, 'Download page', 'Markdown (.md)')).toContain('# Tides')
  expect(JSON.parse(await save(page, 'Download page', 'Complete data (.json)'))).toHaveProperty('metadata')

  await page.getByRole('tab', { name: 'HTTP' }).click()
  await expect(page.getByLabel('request body', { exact: true })).toContainText('"model": "scrape"')
  await expect(page.getByLabel('request body', { exact: true })).not.toContainText('formats')
})

test('links within a site omit its host', async ({ page, site }) => {
  await openScrape(page)
  await scrape(page, `${site.origin}/guides/knots`)

  await expect(reader(page).getByRole('tabpanel').getByRole('link')).toHaveText('The bowline')
})

test('formulas of a page are typeset, and lists in table cells have a line each', async ({ page, site }) => {
  await openScrape(page)
  await scrape(page, `${site.origin}/waves`)

  const shown = reader(page).getByRole('tabpanel')
  await expect(shown.locator('.katex')).toHaveCount(1)
  await expect(shown).toContainText('A chart of them costs $5, or $6 at the harbour.')
  await expect(shown.getByRole('cell').last()).toHaveText('- in spring\n- in autumn', { useInnerText: true })
})

test('a missing format can be requested with a click, which sets it in the request', async ({
  page,
  site,
}) => {
  await openScrape(page)
  await scrape(page, `${site.origin}/docs/tides`)
  await showForm(page, 'HTML')
  await page.getByRole('button', { name: 'Retry with html' }).click()

  await expect(reader(page).getByRole('tabpanel')).toContainText('<h1>Tides</h1>')
  await expect(page.getByRole('checkbox', { name: 'html', exact: true })).toBeChecked()
  await expect(page.getByText('Result of an earlier request')).toBeHidden()
  await showForm(page, 'Links')
  await page.getByRole('button', { name: 'Retry with links' }).click()
  const links = reader(page).getByRole('list', { name: 'Links' })
  await expect(links.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Filter links' }).fill('docs')
  await expect(links.getByRole('listitem')).toHaveCount(1)
  await links.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Add to URLs' }).click()
  await expect(page.getByText('Line 2 is a duplicate')).toBeVisible()
})

test('M25: the whole page next to the extracted text: removed parts are marked, with token counts', async ({
  page,
  site,
}) => {
  await openScrape(page)
  await scrape(page, `${site.origin}/docs/charts`)
  await showForm(page, 'Cleaning')
  await page.getByRole('button', { name: 'Read whole page' }).click()

  const removed = reader(page).getByRole('deletion')
  await expect(removed.filter({ hasText: 'Printed by the harbour office' })).toBeVisible()
  await expect(removed.filter({ hasText: 'Home' })).toBeVisible()
  await expect(removed.filter({ hasText: 'A chart shows depths' })).toHaveCount(0)
  await expect(reader(page)).toContainText(/Whole page \d+ tokens · kept \d+ · \d+% removed/)
  await expect(page.getByLabel('Run metrics')).toContainText('2 of 2 requests')

  await page.getByRole('tab', { name: 'HTTP' }).click()
  const requests = page.getByRole('region', { name: 'Requests of the batch' })
  await expect(requests.getByRole('columnheader', { name: 'URL' })).toBeVisible()
  await expect(requests.getByRole('row').nth(1)).toContainText(`${site.origin}/docs/charts`)
  await expect(requests).toContainText(/2 · .* · [1-9]\d* tokens/)
})

test('M24: many pages, a row each: a warning, a failure with retry, and export of all', async ({
  page,
  site,
}) => {
  const broken = site.breakOff('/docs/boats')
  await openScrape(page)
  await scrape(
    page,
    `${site.origin}/docs/tides`,
    `${site.origin}/gone/%E6%BD%AE`,
    `${site.origin}/docs/boats`,
    `${site.origin}/ja`,
    'docs.example/missing-scheme',
    `${site.origin}/docs/tides`,
  )

  await expect(page.getByRole('list', { name: 'Skipped lines' }).getByRole('listitem')).toHaveText([
    'Line 5 has no https://: docs.example/missing-scheme',
    `Line 6 is a duplicate: ${site.origin}/docs/tides`,
  ])
  await expect(page.getByText(/^3 of 4 read · 1 with a warning · 1 not read/)).toBeVisible()
  await expect(pageRows(page)).toContainText([
    /Read: Tides/,
    /with a warning: .*\/gone\/潮.*404/,
    /Failed: .*502/,
    /潮の満ち引き|Read: /,
  ])
  await pageRows(page).nth(1).getByRole('button').first().click()
  await expect(reader(page)).toContainText('The page returned HTTP 404.')
  await pageRows(page).nth(2).getByRole('button').first().click()
  await expect(page.getByRole('alert').filter({ hasText: 'fetch_failed' })).toBeVisible()

  broken[Symbol.dispose]()
  await page.getByRole('button', { name: 'Retry page 3' }).click()
  await expect(reader(page)).toContainText('A boat floats')
  await expect(page.getByText(/^4 of 4 read/)).toBeVisible()

  const lines = (await save(page, 'Download all', 'Download as JSON lines (.jsonl)')).trim().split('\n')
  expect(lines.map(line => JSON.parse(line).url)).toEqual(
    ['/docs/tides', '/gone/%E6%BD%AE', '/docs/boats', '/ja'].map(path => site.origin + path),
  )
  const markdown = await save(page, 'Download all', 'Download as Markdown (.md)')
  expect(markdown).toContain(`<${site.origin}/docs/boats>`)
  expect(markdown.match(/^---$/gm)).toHaveLength(3)
})

test('four pages at a time; one is canceled, Stop ends the rest, and a reload shows the results', async ({
  page,
  site,
}) => {
  const slow = ['/docs/tides/spring', '/docs/tides/neap', '/docs/tides/tables'].map(path => site.hold(path))
  const paths = ['/docs/tides', '/docs/tides/spring', '/docs/tides/neap', '/docs/tides/tables']
  const late = ['/docs/boats', '/docs/boats/hulls']
  using last = site.hold('/docs/boats')
  await openScrape(page)
  const askedBefore = site.asked.length
  await scrape(page, ...[...paths, ...late].map(path => site.origin + path))
  await Promise.all([...slow, last].map(({ asked }) => asked))

  await expect(pageRows(page).nth(0)).toContainText('Read: ')
  await expect(pageRows(page).nth(4)).toContainText('Reading: ')
  await expect(pageRows(page).nth(5)).toContainText('Queued: ')
  expect(site.asked.slice(askedBefore)).not.toContain('/docs/boats/hulls')
  await page.getByRole('button', { name: 'Cancel page 6' }).click()
  await expect(pageRows(page).nth(5)).toContainText('Canceled: ')
  await page.getByRole('button', { name: 'Cancel page 2' }).click()
  await expect(pageRows(page).nth(1)).toContainText('Stopped: ')
  await page.getByRole('button', { name: 'Stop Esc' }).click()
  await expect(page.getByText(/^1 of 6 read · 5 not read/)).toBeVisible()
  for (const hold of slow) hold.release()
  last.release()

  // A finished run is written to the history shortly afterwards.
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog')
  await expect(history.getByRole('listitem').first()).toContainText('· stopped')
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()

  await page.reload()

  await expect(page.getByText(/^1 of 6 read · 5 not read/)).toBeVisible()
  await expect(pageRows(page).nth(0)).toContainText('Read: Tides')
  await page.getByRole('button', { name: 'Retry 5' }).click()
  await expect(page.getByText(/^6 of 6 read/)).toBeVisible()
  expect(site.asked.slice(askedBefore).filter(path => path === '/docs/tides')).toHaveLength(1)
})

test('pages are sent to embeddings split at their headings, and to a chat whole; nothing runs there', async ({
  page,
  site,
  upstream,
}) => {
  await openScrape(page)
  await scrape(page, `${site.origin}/docs/tides`, `${site.origin}/docs/boats`)
  await expect(page.getByText(/^2 of 2 read/)).toBeVisible()
  const before = upstream.requests.length
  await choose(page, 'Send 2 pages to', 'Embeddings, split by headings')

  await expect(page).toHaveURL(/\/embeddings/)
  const origin = page.getByRole('region', { name: 'Source of this request' })
  await expect(origin).toContainText('4 pages from Scrape')
  await origin.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/scrape$/)
  await expect(page.getByText(/^2 of 2 read/)).toBeVisible()
  await choose(page, 'Send 2 pages to', 'Chat')
  await expect(page).toHaveURL(/\/chat/)
  await expect(page.getByRole('region', { name: 'Source of this request' })).toContainText(
    '2 pages from Scrape',
  )
  await expect(page.getByText('A boat floats when it weighs')).toBeVisible()
  expect(upstream.requests).toHaveLength(before)
})

test('a link contains every URL and runs nothing; the history restores request and pages', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openScrape(page)
  await scrape(page, `${site.origin}/docs/tides`, `${site.origin}/docs/boats`)
  await expect(page.getByText(/^2 of 2 read/)).toBeVisible()
  const link = await copyLink(page)
  const asked = site.asked.length

  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByText('Opened from a link. Nothing has run.')).toBeVisible()
  await expect(addressesBox(other)).toHaveValue(`${site.origin}/docs/tides\n${site.origin}/docs/boats`)
  expect(site.asked).toHaveLength(asked)
  await other.close()

  await page.getByRole('button', { name: 'New batch' }).click()
  await expect(addressesBox(page)).toHaveValue('')
  await page.getByRole('button', { name: 'History' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /docs\/tides|scrape/i })
    .first()
    .click()
  await expect(page.getByText(/^2 of 2 read/)).toBeVisible()
  await expect(addressesBox(page)).toHaveValue(`${site.origin}/docs/tides\n${site.origin}/docs/boats`)
})
