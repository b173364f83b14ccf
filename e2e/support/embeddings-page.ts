import type { Locator, Page } from '@playwright/test'
import { expect } from './server.ts'

/** Opens the embeddings playground with one or two models, and waits until the page is hydrated. */
export async function openEmbeddings(page: Page, ...models: readonly string[]): Promise<void> {
  await page.goto(models.length === 0 ? '/embeddings' : `/embeddings?models=${models.join(',')}`)
  // Below 1100 px the request is a closed sheet.
  await expect(page.getByLabel(/^Model: (?!none selected)/)).toHaveCount(1)
}

export function textsBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Texts, one per line' })
}

/** The line below the result, once the fidelity has been measured. */
export function fidelityLine(page: Page): Locator {
  return page.getByText(/[\d.]+% of neighbors preserved/)
}

export function map(page: Page): Locator {
  return page.getByRole('application').first()
}

export function neighbours(page: Page): Locator {
  return page.getByRole('region', { name: 'Nearest neighbors' }).getByRole('listitem')
}

/** The rows of the table, without the header. */
export function tableRows(page: Page): Locator {
  return page
    .getByRole('grid', { name: 'Texts' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
}

export async function show(page: Page, view: string): Promise<void> {
  await page.getByRole('tab', { name: view, exact: true }).click()
}

/** A long list is loaded as a file: inserted line by line, it would take the browser minutes. */
export async function openTexts(page: Page, texts: readonly string[]): Promise<void> {
  const buffer = Buffer.from(texts.join('\n'))
  await page.getByLabel('Text file').setInputFiles({ name: 'texts.txt', mimeType: 'text/plain', buffer })
  await expect(page.getByText(`${texts.length.toLocaleString('en')} texts`).first()).toBeVisible()
}

/** Fills in texts, runs, and waits for all automatic computations. */
export async function embed(page: Page, texts: readonly string[]): Promise<void> {
  if (texts.length > 100) await openTexts(page, texts)
  else await textsBox(page).fill(texts.join('\n'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(fidelityLine(page).first()).toBeVisible({ timeout: 30_000 })
}

/** Two topics without common words, so that the scripted provider's vectors separate them. */
export const twoTopics: readonly string[] = [
  'moon tides ocean wave',
  'ocean wave tides',
  'tides moon ocean',
  'wave ocean moon',
  'moon wave tides',
  'bread flour salt yeast',
  'flour yeast bread',
  'salt bread flour',
  'yeast salt bread',
  'bread flour yeast salt oven',
]
