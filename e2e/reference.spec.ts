import { expectNoViolations } from './support/axe.ts'
import { focusByShortcut } from './support/open-playground.ts'
import { type OpenApiDocument, parametersOf } from './support/openapi-fields.ts'
import { expect, test } from './support/server.ts'

// `/v1/web` has several operations, each with its own page.
const webPages = ['search', 'web-search', 'scrape', 'web-map', 'map']

test('every operation of openapi.json has a page that lists every parameter', async ({ request }) => {
  const document: OpenApiDocument = await (await request.get('/openapi.json')).json()
  const overview = await (await request.get('/reference')).text()
  const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))

  expect(operations.length).toBeGreaterThan(20)
  for (const operation of operations) {
    const ids = operation.operationId === 'web' ? webPages : [operation.operationId]
    const pages = await Promise.all(ids.map(async id => (await request.get(`/reference/${id}`)).text()))
    const shown = new Set(
      pages.flatMap(html =>
        [...html.matchAll(/data-field="([^"]+)"/g)].map(([, path]) => lastOf(path ?? '')),
      ),
    )

    for (const id of ids) expect(overview).toContain(`href="/reference/${id}"`)
    const missing = [...parametersOf(document, operation)].filter(name => !shown.has(name))
    expect({ operation: operation.operationId, missing }).toEqual({
      operation: operation.operationId,
      missing: [],
    })
  }
  expect((await request.get('/reference/nothing')).status()).toBe(404)
})

test('a parameter is found by keyboard, and its link expands the sections around it', async ({ page }) => {
  await page.goto('/reference')
  const search = page.getByRole('searchbox', { name: 'Search operations and parameters' })
  await focusByShortcut(search)

  await page.keyboard.type('rerank')
  await expect(page.getByRole('navigation', { name: 'Reference' }).getByRole('link')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Order documents by relevance to a query' })).toBeVisible()

  await page.goto('/reference/chat#messages.role')
  await expect(page.locator('[id="messages.role"]')).toBeInViewport()
  await page.goto('/reference/chat')
  await expect(page.locator('[id="messages.role"]')).toBeHidden()
})

test('an example is shown in the last chosen language, and can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/reference/library-delete')
  const code = page.getByRole('region', { name: 'Example: One item' })
  await expect(code).toContainText('curl -X DELETE')

  await page.getByRole('radio', { name: 'Python' }).check()
  await expect(code).toContainText('requests.request(')
  await page.getByRole('button', { name: 'Copy example' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('requests.request(')

  await page.goto('/reference/chat')
  await expect(page.getByRole('radio', { name: 'Python' })).toBeChecked()
  await expect(page.getByRole('region', { name: /^Example:/ })).toContainText('import requests')
})

for (const [path, width] of [
  ['/reference', 1280],
  ['/reference/map-v2', 390],
] as const)
  test(`${path} has no axe violations and no horizontal scroll at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await expectNoViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })

function lastOf(path: string): string {
  return path.split('.').at(-1) ?? path
}
