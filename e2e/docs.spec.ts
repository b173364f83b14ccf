import { expectNoViolations } from './support/axe.ts'
import { focusByShortcut } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'

test('every link and anchor of every page leads somewhere', async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text()
  const listed = pathsIn(await read('/docs'))
  const pages = new Map<string, string>()
  for (const path of listed) pages.set(path, await read(path))

  expect(pages.size).toBeGreaterThan(25)
  const links = [...pages].flatMap(([from, html]) =>
    [...html.matchAll(/href="(\/docs[^"#]*)?(?:#([^"]*))?"/g)].map(([, to = from, anchor]) => ({
      from,
      to,
      anchor,
    })),
  )
  const anchored = links.filter(({ anchor }) => anchor !== undefined && anchor !== 'main')
  expect(anchored.length).toBeGreaterThan(100)
  expect(links.filter(({ to }) => !pages.has(to))).toEqual([])
  expect(anchored.filter(({ to, anchor }) => !pages.get(to)?.includes(`id="${anchor}"`))).toEqual([])
})

test('no path leads out of the documentation', async ({ request }) => {
  for (const path of [
    '/docs/agents',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/docs/api/chat.md',
  ])
    expect((await request.get(path)).status(), path).toBe(404)
})

test('a section is found and opened by keyboard, from the command palette on; other words find nothing', async ({
  page,
}) => {
  await page.goto('/team/usage')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('docs')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sextant', level: 1 })).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search the docs' })
  await focusByShortcut(search)
  await page.keyboard.type('zeppelin')
  await expect(page.getByText('No results. Try fewer or different words.')).toBeVisible()
  await search.fill('reverse proxy')
  const list = page.getByRole('navigation', { name: 'Docs' })
  await expect(list.getByRole('status')).toHaveText(/^\d+ results?$/)
  await expect(list.locator('mark').first()).toHaveText(/reverse|proxy/i)
  await page.keyboard.press('ArrowDown')
  const found = list.getByRole('link').first()
  await expect(found).toBeFocused()
  const href = (await found.getAttribute('href')) ?? ''
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(href)
  await expect(page.locator(`[id="${href.split('#')[1]}"]`)).toBeInViewport()
})

test('a link to a heading shows it, and the contents list marks it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/docs/configuration#timers')

  await expect(page.getByRole('heading', { name: 'timers' })).toBeInViewport()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'models', exact: true }).click()
  await expect(page).toHaveURL('/docs/configuration#models')
  await expect(contents.getByRole('link', { name: 'models', exact: true })).toHaveAttribute(
    'aria-current',
    'location',
  )

  await page.getByRole('link', { name: /^Next/ }).click()
  await expect(page.getByRole('heading', { name: 'Hosting', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hosting', level: 1 })).toBeInViewport()
})

test('a URL with a damaged anchor opens its page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/docs/configuration#%')

  const timers = page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'timers', exact: true })
  await timers.click()
  await expect(timers).toHaveAttribute('aria-current', 'location')
})

test('docs have no axe violations, and nothing is cut at any width', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/docs/hosting')
  await expect(page.getByRole('button', { name: 'Copy code' }).first()).toBeVisible()
  await expectNoViolations(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'All pages' }).click()
  await expect(page.getByRole('link', { name: 'Backup, restore and upgrade' }).first()).toBeVisible()
  await expectNoViolations(page)
})

function pathsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/href="(\/docs[^"#]*)/g)].map(([, path = '']) => path))
}
