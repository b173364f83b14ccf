import type { Locator, Page } from '@playwright/test'
import { expect } from './server.ts'

/** Opens the rerank playground with these models, one column each, and waits until the page is hydrated. */
export async function openRerank(page: Page, ...models: readonly string[]): Promise<void> {
  await page.goto(models.length === 0 ? '/rerank' : `/rerank?models=${models.join(',')}`)
  // Below 1100 px the request is a closed sheet.
  await expect(page.getByLabel(/^Model: (?!none selected)/)).toHaveCount(1)
}

export function queryBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Query', exact: true })
}

export function documentBox(page: Page, index: number): Locator {
  return page.getByRole('textbox', { name: `Document ${index}`, exact: true })
}

/** The rows of a ranking, best first. */
export function rankedRows(page: Page, model: string | RegExp): Locator {
  return page
    .getByRole('region', { name: model, exact: typeof model === 'string' })
    .getByRole('listitem')
    .filter({ hasText: /^(Rank|Input) \d/ })
}

/** Fills in the request row by row. */
export async function fillRequest(page: Page, query: string, documents: readonly string[]): Promise<void> {
  await queryBox(page).fill(query)
  for (const [index, text] of documents.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add document' }).click()
    await documentBox(page, index + 1).fill(text)
  }
}

export async function run(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter')
}
