import type { Page } from '@playwright/test'
import { openScrape, reader, scrape, showForm } from './support/scrape-page.ts'
import { expect, test } from './support/server.ts'

// Every browser test checks that no page leaves the origin and no script of a page runs.

test('a hostile page runs and loads nothing, in any view', async ({ page, site }) => {
  const said: string[] = []
  page.on('dialog', dialog => {
    said.push(dialog.message())
    void dialog.dismiss()
  })
  await openScrape(page)
  for (const format of ['html', 'rawHtml', 'text', 'links'])
    await page.getByRole('checkbox', { name: format, exact: true }).check()
  await scrape(page, `${site.origin}/hostile`)

  await expect(reader(page).getByRole('heading', { level: 2 })).toContainText('A page with turns <img')
  await expect(reader(page).getByRole('heading', { name: 'A hostile page' })).toBeVisible()
  await expect(reader(page).getByRole('link', { name: 'tracker.example' })).toBeVisible()
  await expect(reader(page).locator('img, iframe, form, object, embed')).toHaveCount(0)
  const addresses = await reader(page)
    .getByRole('link')
    .evaluateAll(links => links.map(link => (link instanceof HTMLAnchorElement ? link.href : '')))
  expect(addresses.filter(address => !/^https?:/.test(address))).toEqual([])
  expect(addresses).toContain('https://elsewhere.example/path')
  for (const form of ['Source', 'Text', 'HTML', 'Links', 'Metadata', 'Raw']) {
    await showForm(page, form)
    await expect(reader(page).getByRole('tabpanel')).toBeVisible()
    await expect(reader(page).locator('img, iframe, form, object, embed')).toHaveCount(0)
  }
  await expect(reader(page).getByRole('tabpanel')).toContainText(
    '<iframe src="https://elsewhere.example/frame">',
  )
  expect(said).toEqual([])
  await expect(page).toHaveTitle(/Scrape/)
})

test('five megabytes of Markdown, ten thousand links and a title of 100 KB leave the page usable', async ({
  page,
}) => {
  await answerWith(page, {
    markdown: Array.from({ length: 40_000 }, (_, at) => `## Part ${at}\n\n${'word '.repeat(22)}${at}\n`).join(
      '\n',
    ),
    links: Array.from({ length: 10_000 }, (_, at) => `https://example.com/${at}`),
    metadata: { title: 'T'.repeat(100_000), statusCode: 200, url: 'https://example.com/' },
  })
  await openScrape(page)
  await scrape(page, 'https://example.com/')

  await expect(reader(page).getByRole('heading', { name: 'Part 0', exact: true })).toBeVisible()
  await expect(reader(page).getByRole('heading', { name: 'Part 39999' })).toHaveCount(0)
  await expect(reader(page)).toContainText(/[45]\.\d MB more/)
  expect(await reader(page).locator('*').count()).toBeLessThan(3000)

  await showForm(page, 'Links')
  await expect(reader(page)).toContainText('10,000 links')
  const links = reader(page).getByRole('list', { name: 'Links' })
  expect(await links.getByRole('listitem').count()).toBeLessThan(100)
  await links.getByRole('checkbox').first().press('End')
  await expect(links.getByRole('checkbox', { name: 'https://example.com/9999' })).toBeFocused()
  await page.getByRole('searchbox', { name: 'Filter links' }).fill('/77')
  await expect(reader(page)).toContainText('111 of 10,000 links')

  await showForm(page, 'Metadata')
  await expect(reader(page).getByRole('button', { name: 'Show all 100 kB' })).toBeVisible()
  await showForm(page, 'Source')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(reader(page).locator('p', { hasText: /more|left/ })).toHaveCount(0)
  const shown = await reader(page).getByRole('tabpanel').textContent()
  expect(shown?.trimEnd().endsWith('word 39999')).toBe(true)
})

test('bidirectional and invisible characters do not affect the text around the page', async ({ page }) => {
  await answerWith(page, {
    markdown: '\u202Eevil\u200B text\u2066 [shown](https://example.com/\u202Egpj.exe)',
    metadata: {
      title: 'exe.\u202Egpj\u200B.picture',
      statusCode: 200,
      url: 'https://example.com/\u202Egpj.exe',
    },
    warning: 'Read\u202E with care',
  })
  await openScrape(page)
  await scrape(page, 'https://example.com/')

  await expect(reader(page).getByRole('heading', { level: 2 })).toHaveText('exe.gpj.picture')
  await expect(reader(page).getByText('Read with care')).toBeVisible()
  // The URL has its own element, which isolates its text direction.
  await expect(reader(page).locator('header bdi', { hasText: 'example.com' })).toBeVisible()
})

test('a response without a page is an error with Retry', async ({ page }) => {
  await page.route('**/api/run/v1/web', route => route.fulfill({ json: ['no', 'page'] }))
  await openScrape(page)
  await scrape(page, 'https://example.com/')

  await expect(page.getByText('The response contains no page. See the HTTP tab.')).toBeVisible()
  await page.unroute('**/api/run/v1/web')
  await answerWith(page, { markdown: '# Here', metadata: { title: 'Here', statusCode: 200 } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(reader(page).getByRole('heading', { name: 'Here', level: 3 })).toBeVisible()
})

async function answerWith(page: Page, data: Readonly<Record<string, unknown>>): Promise<void> {
  const usage = { prompt_tokens: 0, completion_tokens: 12, total_tokens: 12 }
  await page.route('**/api/run/v1/web', route =>
    route.fulfill({ json: { object: 'scrape.completion', model: 'scrape', data, usage } }),
  )
}
