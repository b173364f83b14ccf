import { expectNoViolations } from './support/axe.ts'
import { comeAlive } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'

test('a model is found by filters in the URL, explained beside the list, and tried', async ({ page }) => {
  await page.goto('/models')
  const table = page.getByRole('table', { name: 'Models' })
  const row = table.getByRole('row').filter({ hasText: 'scripted/echo' })
  await expect(row).toContainText('Ready')
  await expectNoViolations(page)
  await page.getByRole('searchbox', { name: 'Search models' }).fill('echo')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Input' }).selectOption('Image')
  await expect(page).toHaveURL(/\/models\?q=echo&input=image$/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Input' })).toHaveValue('image')
  await expect(table.getByRole('row')).toHaveCount(2)

  await row.getByRole('link', { name: 'scripted/echo', exact: true }).click()
  await expect(page).toHaveURL(/\/models\/scripted\/echo\?q=echo&input=image$/)
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('32,768 tokens')
  await expect(details.getByRole('region', { name: /^Snippet: / })).toContainText('scripted/echo')
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1360, height: 800 })
  const list = page.getByRole('region', { name: 'Models', exact: true })
  await expect.poll(() => list.evaluate(each => each.scrollWidth - each.clientWidth)).toBe(0)
  await details.getByRole('link', { name: 'Try in Chat' }).click()
  await expect(page.getByRole('combobox', { name: 'Model: scripted/echo' })).toBeVisible()
})

test('the page of an embedded model has its license, and the download with its size', async ({ page }) => {
  await page.goto('/models/local/qwen3-1.7b')
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByRole('heading', { name: 'Qwen3 1.7B' })).toBeVisible()
  await expect(details.getByRole('link', { name: 'Apache-2.0' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Download local/qwen3-1.7b' })).toContainText('1.83 GB')

  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/models$/)
  await expect(details).toBeHidden()
  await page.goBack()
  await expect(details).toBeVisible()
})

test('a URL of no model says so', async ({ page }) => {
  await page.goto('/models/acme/gone')
  await expect(page.getByRole('heading', { name: 'Model not found' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('acme/gone')
})

test('no model is listed without a way to use it', async ({ page }) => {
  await page.goto('/models')
  await comeAlive(page)
  const rows = page.getByRole('table', { name: 'Models' }).locator('tbody').getByRole('row')
  await expect(rows.first()).toBeVisible()
  for (const row of await rows.all()) {
    await expect(row.getByRole('cell').last()).toHaveText(/Try|Download|Cancel|Retry|Add /)
  }
})

test('on a phone the details lie over the list, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/models')
  await page.getByRole('link', { name: 'scripted/echo', exact: true }).click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByRole('heading', { name: 'scripted/echo' })).toBeFocused()
  await expectNoViolations(page)
  await expect(page.locator('body')).toHaveJSProperty('scrollWidth', 390)
  await details.getByRole('button', { name: 'Close details' }).click()
  await expect(page.getByRole('link', { name: 'scripted/echo', exact: true })).toBeFocused()
})
