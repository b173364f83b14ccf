import type { Page } from '@playwright/test'
import { expect } from './server.ts'

/** Opens a playground and waits until it is hydrated. */
export async function openPlayground(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await comeAlive(page)
}

/** Waits until a playground is hydrated. Its main input has the focus then. */
export async function comeAlive(page: Page): Promise<void> {
  await expect(async () => {
    await page.locator('body').press('/')
    await expect(page.locator('[data-main-input]')).toBeFocused({ timeout: 500 })
  }).toPass()
}

/** Shows or hides the request: a column beside the result, or below 1100 px a sheet over it. */
export async function showRequest(page: Page, shown = true): Promise<void> {
  const button = page.getByRole('banner').getByRole('button', { name: 'Request', exact: true })
  if ((await button.getAttribute('aria-pressed')) === String(shown)) return
  if (shown) await button.click()
  else await page.getByRole('button', { name: 'Close request' }).click()
}
