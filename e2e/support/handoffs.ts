import type { Locator, Page } from '@playwright/test'
import { expect } from './server.ts'

/** The note above the editor with the origin of its content. */
export function origin(page: Page): Locator {
  return page.getByRole('region', { name: 'Source of this request' })
}

/** Sends a result to another playground and waits until it is open. */
export async function sendTo(page: Page, button: string | RegExp, target: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: target, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/${target.toLowerCase()}$`))
}

/** Follows the link back to the source playground. */
export async function goBack(page: Page, playground: string): Promise<void> {
  await origin(page).getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(new RegExp(`/${playground}$`))
}

/**
 * Selects the first model of the page and waits until the list has closed, so that the page receives keys
 * again.
 */
export async function pickModel(page: Page, id: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Find a model' })
  await page
    .getByRole('combobox', { name: /^Model: / })
    .first()
    .click()
  await search.fill(id)
  await page.getByRole('option', { name: id }).first().click()
  await expect(page.getByRole('combobox', { name: `Model: ${id}` })).toBeVisible()
  await expect(search).toBeHidden()
}
