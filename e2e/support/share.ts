import type { Page } from '@playwright/test'
import { expect } from './server.ts'

/** Copies the link with the request in its URL through the dialog; requires clipboard permission. */
export async function copyLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this request' })
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link to this request copied')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Creates a short link. @returns its URL */
export async function makeShortLink(page: Page, audience: string): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this request' })
  await dialog.getByRole('radio', { name: audience }).check()
  await dialog.getByRole('button', { name: 'Create short link' }).click()
  const link = await dialog.getByText(/\/s\/\w{22}$/).innerText()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return link
}
