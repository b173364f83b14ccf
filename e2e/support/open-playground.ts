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
