import { deflateRawSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { comeAlive } from './open-playground.ts'
import { expect } from './server.ts'

/** Quotes the sources, without any model. */
export const quoting = { optimizationMode: 'speed', chatModel: { model: 'local/extractive' }, library: false }

/** Opens the search playground with this request filled in, without running it. */
export async function openSearch(
  page: Page,
  query: string,
  params: object = quoting,
  others: readonly object[] = [],
): Promise<void> {
  const body = (more: object) => ({
    model: 'sextant-ai-search',
    params: { query, ...params, ...more },
    stream: true,
    details: true,
  })
  const link = { contract: 'search', draft: body({}), ...(others.length > 0 && { others: others.map(body) }) }
  await page.goto(`/search#v1.${deflateRawSync(JSON.stringify(link)).toString('base64url')}`)
  await expect(questionBox(page)).toHaveValue(query)
  await comeAlive(page)
}

/** Runs the search and waits for the end of the answer. */
export async function ask(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible()
}

export function questionBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Question', exact: true })
}

/** Everything shown for one question. */
export function answerTo(page: Page, question: string): Locator {
  return page.getByRole('article', { name: `Answer to ${question}`, exact: true })
}

/** A sentence of an answer, by its beginning. */
export function sentence(page: Page, beginning: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${beginning}`) })
}

export function sources(page: Page): Locator {
  return page.getByRole('group', { name: 'Sources', exact: true })
}

/** Opens the panel with the details of the sources. */
export async function openSources(page: Page): Promise<Locator> {
  await sources(page)
    .getByRole('button', { name: /more$|^All sources/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Sources' })
  await expect(panel).toBeVisible()
  return panel
}

/** The live region, whose text screen readers announce. */
export function said(page: Page, words: string | RegExp): Locator {
  return page.locator('output.sr-only').filter({ hasText: words })
}
