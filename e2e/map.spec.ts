import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  addressBox,
  expandAll,
  filterBox,
  listRows,
  mapSite,
  outcome,
  run,
  show,
  treeItem,
} from './support/map-page.ts'
import { openPlayground } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'

async function save(page: Page, format: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Export links' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: format, exact: true }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

test('M1, M2, M3, M5: a site becomes a tree and can be filtered, selected and exported, without further requests', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await mapSite(page, site.origin)
  await expect(outcome(page)).toContainText('37 links')
  await expect(outcome(page)).toContainText('Complete.')
  await expect(treeItem(page, 'blog')).toHaveAttribute('aria-expanded', 'false')
  await expect(treeItem(page, 'about')).not.toHaveAttribute('aria-expanded')
  await expect(treeItem(page, 'about')).toContainText('start page')

  await filterBox(page).fill('/blog/** !**/2021/**')
  await expect(page.getByText('7 of 37', { exact: true })).toBeVisible()
  await expect(treeItem(page, 'storm')).toContainText('2025-11-18')
  await expect(treeItem(page, 'founding')).toHaveCount(0)
  await treeItem(page, '2025').press('Space')
  await expect(page.getByText('4 selected', { exact: true })).toBeVisible()
  await expect(treeItem(page, 'blog')).toHaveAttribute('aria-checked', 'mixed')
  await page.getByRole('search', { name: 'Filter' }).getByRole('button', { name: 'Clear' }).click()
  await expect(treeItem(page, 'docs')).toBeVisible()

  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const blog = ['storm', 'seals', 'summer', 'ice'].map(name => `${site.origin}/blog/2025/${name}`)
  expect(await save(page, 'TXT')).toBe(blog.map(url => `${url}\n`).join(''))
  expect(await save(page, 'CSV')).toContain(`${blog[0]},sitemap,1,2025-11-18,`)
  expect(await save(page, 'sitemap.xml')).toContain(
    `<url><loc>${blog[0]}</loc><lastmod>2025-11-18</lastmod></url>`,
  )
  await page.getByRole('dialog').getByRole('radio', { name: /^All/ }).check()
  const all: unknown = JSON.parse(await save(page, 'JSON'))
  expect(all).toHaveLength(37)
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Selected/ })
    .check()
  await page.getByRole('dialog').getByRole('button', { name: 'robots.txt rules' }).click()
  await expect(page.getByText('Rules for robots.txt copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `# ${site.host}\nUser-agent: *\nDisallow: /blog/2025/\n`,
  )
})

test('M4: the tree grows while the map runs, keeps expanded and focused nodes, and Stop keeps the links found', async ({
  page,
  site,
}) => {
  using held = site.hold('/guides/knots')
  await openPlayground(page, '/map')
  await run(page, site.origin)
  await held.asked
  await treeItem(page, 'docs').click()
  await treeItem(page, 'docs').press('ArrowRight')
  await expect(treeItem(page, 'charts')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Map duration' })).toBeVisible()
  await expect(page.getByText(/\d+ links · \d+ pages? read · loading the last pages/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Mapping/ })).toBeAttached()

  await page.keyboard.press('Escape')
  await expect(outcome(page)).toContainText('Stopped. Links found so far are shown.')
  await expect(treeItem(page, 'charts')).toBeVisible()
  await expect(treeItem(page, 'docs')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: /^Stopped: \d+ links$/ })).toBeAttached()

  await page.reload()
  await expect(treeItem(page, 'docs')).toBeVisible()
  await expect(addressBox(page)).toHaveValue(site.origin)
  await expect(outcome(page)).toContainText('Stopped. Links found so far are shown.')
})

test('the scroll position is stable while the tree grows above it', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  using held = site.hold('/guides/knots')
  await openPlayground(page, '/map')
  await run(page, site.origin)
  await held.asked
  await expandAll(page)
  await treeItem(page, site.host).press('End')
  const last = page.getByRole('treeitem').last()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 0.9 })
  const place = async () => ({
    y: (await treeItem(page, 'private').boundingBox())?.y,
    scrolled: await page.getByRole('tree').evaluate(tree => tree.parentElement?.scrollTop ?? 0),
  })
  const before = await place()
  expect(before.y).toBeGreaterThan(0)

  held.release()
  await expect(outcome(page)).toContainText('37 links')
  const after = await place()
  expect(after.scrolled).toBeGreaterThan(before.scrolled)
  expect(after.y).toBe(before.y)
})

test('with reduced motion, an element that moves is at its new place in the same frame', async ({ page }) => {
  await openPlayground(page, '/map')
  const moved = await page.getByRole('main').evaluate(async main => {
    main.style.position = 'relative'
    main.style.top = '0px'
    await new Promise(requestAnimationFrame)
    const before = main.getBoundingClientRect().top
    main.style.top = '40px'
    return main.getBoundingClientRect().top - before
  })
  expect(moved).toBe(40)
})

test('M21: the reason the map ended is shown, with an action to get more', async ({ page, site }) => {
  await openPlayground(page, '/map')
  await page.getByRole('textbox', { name: 'limit', exact: true }).fill('5')
  await run(page, site.origin)
  await expect(outcome(page)).toContainText('Link limit reached: the site has more links.')
  await page.getByRole('button', { name: 'Increase limit' }).click()
  await expect(page.getByRole('textbox', { name: 'limit', exact: true })).toBeFocused()
  await page.getByRole('textbox', { name: 'limit', exact: true }).fill('500')
  await expect(page.getByText('Result of an earlier request')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(outcome(page)).toContainText('37 links')
  await page.getByRole('button', { name: '3 sitemaps' }).click()
  const files = page.getByRole('dialog', { name: 'Sitemaps read' }).getByRole('link')
  await expect(files).toHaveText(
    ['/sitemap.xml', '/sitemaps/docs.xml.gz', '/sitemaps/blog.xml'].map(path => site.origin + path),
  )
})

test('M23: links added, removed and moved since an earlier map', async ({ page, site }) => {
  const file = (...paths: readonly string[]) => ({
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${paths.map(path => `<url><loc>${site.origin}${path}</loc></url>`).join('')}</urlset>`,
  })
  await openPlayground(page, '/map')
  await page.getByRole('switch', { name: 'sitemapOnly' }).check()
  {
    using _ = site.replace('/sitemaps/blog.xml', file('/blog/kept', '/blog/old-place', '/blog/left'))
    await run(page, site.origin)
    await expect(outcome(page)).toContainText('Complete.')
  }
  await show(page, 'Changes')
  await expect(page.getByText('No earlier map in the history.')).toBeVisible()
  using _ = site.replace('/sitemaps/blog.xml', file('/blog/kept', '/news/old-place', '/blog/arrived'))
  await page.keyboard.press('ControlOrMeta+Enter')

  const changes = page.getByRole('grid', { name: 'Changes of the map' })
  await expect(page.getByRole('radio', { name: 'Moved 1', exact: true })).toBeVisible()
  await expect(changes.getByRole('row', { name: /^added .*\/blog\/arrived$/ })).toBeVisible()
  await expect(changes.getByRole('row', { name: /^removed .*\/blog\/left$/ })).toBeVisible()
  const moved = changes.getByRole('row', { name: /^moved .*\/blog\/old-place.*\/news\/old-place$/ })
  await expect(moved).toBeVisible()
  await page.getByRole('radio', { name: 'Added 1' }).check()
  await expect(moved).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toBe(
    `change,url,from,title\r\nadded,${site.origin}/blog/arrived,,\r\n`,
  )
})

test('an unreachable site shows an error card, and the draft stays', async ({ page, site }) => {
  const broken = site.breakOff()
  await openPlayground(page, '/map')
  await run(page, site.origin)
  await expect(page.getByRole('alert').filter({ hasText: 'fetch_failed' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Failed: / })).toBeAttached()
  await expect(addressBox(page)).toHaveValue(site.origin)

  broken[Symbol.dispose]()
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect(outcome(page)).toContainText('37 links')
})

test('M20: 100,000 links stay usable: few rows are rendered, and keys reach the last one', async ({
  page,
}) => {
  const links = Array.from(
    { length: 100_000 },
    (_, index) => `https://large.example/part-${Math.floor(index / 1000)}/page-${index}`,
  )
  await page.route('**/api/run/v1/map', route =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify({ success: true, links }) }),
  )
  await mapSite(page, 'large.example')
  await expect(outcome(page)).toContainText('100,000 links')
  await expandAll(page)
  await treeItem(page, 'large.example').press('End')
  await expect(treeItem(page, 'page-99999')).toBeFocused()
  await expect(treeItem(page, 'page-99999')).toBeInViewport()
  await expect(treeItem(page, 'page-99999')).toHaveAttribute('aria-posinset', '1000')
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200)

  await filterBox(page).fill('page-4242')
  await expect(page.getByText('11 of 100,000', { exact: true })).toBeVisible()
  await treeItem(page, 'part-42').press('Space')
  await expect(page.getByText('10 selected', { exact: true })).toBeVisible()
  await show(page, 'List')
  await expect(listRows(page)).toHaveCount(11)
  await show(page, 'Treemap')
  await expect(page.getByRole('table', { name: /^Links by folder/ })).toContainText('large.example')
  const areas = page.getByRole('group', { name: 'Treemap' }).getByRole('button')
  await areas.first().press('Enter')
  await expect(page.getByRole('navigation', { name: 'Current folder' })).toContainText('large.example')
  await expect(areas.first()).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(areas.first()).toHaveAccessibleName(/^large\.example, 11 links/)
  await expect(areas.first()).toBeFocused()
})
