import type { Locator, Page } from '@playwright/test'
import { openPlayground } from './open-playground.ts'
import { expect } from './server.ts'

/** Opens the library and waits until it has hydrated and shortcuts work. */
export async function openLibrary(page: Page, search = ''): Promise<void> {
  await openPlayground(page, `/library${search}`)
}

/** The rows of the list, newest first. */
export function itemRows(page: Page): Locator {
  return page.getByRole('list', { name: 'Items' }).getByRole('listitem')
}

/** The link to an item. */
export function itemLink(page: Page, title: string): Locator {
  const name = new RegExp(`^(Page|Document): ${title}\\b`)
  return page.getByRole('list', { name: 'Items' }).getByRole('link', { name })
}

/** The passages of a search. */
export function passages(page: Page): Locator {
  return page.getByRole('list', { name: 'Passages' }).getByRole('listitem')
}

export async function searchLibrary(page: Page, question: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Search the library' })
  await box.fill(question)
  await box.press('Enter')
}

/** Adds a text by hand and waits until the dialog has closed. */
export async function addText(
  page: Page,
  { title, text, collection }: { title: string; text: string; collection: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Add text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add text' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog.getByRole('textbox', { name: 'Text (plain or Markdown)' }).fill(text)
  await dialog.getByRole('combobox', { name: 'Collection' }).fill(collection)
  await dialog.getByRole('button', { name: 'Add to library' }).click()
  await expect(dialog).toBeHidden()
}

/** Chooses the collection in the open dialog, and waits until everything is saved. */
export async function saveIn(page: Page, collection: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /to the library$/ })
  await dialog.getByRole('combobox', { name: 'Collection' }).fill(collection)
  await dialog.getByRole('button', { name: 'Add to library' }).click()
  await expect(dialog).toBeHidden()
}

/** One page of the stored text. */
export function storedPage(page: Page, number: number): Locator {
  return page.getByRole('region', { name: `Page ${number}`, exact: true })
}
