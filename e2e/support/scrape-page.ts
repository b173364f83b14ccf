import type { Locator, Page } from '@playwright/test'
import { focusByShortcut } from './open-playground.ts'

/** Opens the scrape playground and waits until it is hydrated and its shortcuts work. */
export async function openScrape(page: Page, path = '/scrape'): Promise<void> {
  await page.goto(path)
  await focusByShortcut(addressesBox(page))
}

export function addressesBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'URLs, one per line' })
}

/** Types URLs and runs. */
export async function scrape(page: Page, ...addresses: readonly string[]): Promise<void> {
  await addressesBox(page).fill(addresses.join('\n'))
  await page.keyboard.press('ControlOrMeta+Enter')
}

/** The shown page with its formats. */
export function reader(page: Page): Locator {
  return page.getByRole('article', { name: 'Page' })
}

/** The rows of many pages, in URL order. */
export function pageRows(page: Page): Locator {
  return page.getByRole('list', { name: 'Pages' }).getByRole('listitem')
}

export async function showForm(page: Page, form: string): Promise<void> {
  await reader(page).getByRole('tab', { name: form }).click()
}
