import type { Locator, Page } from '@playwright/test'
import { expect } from './server.ts'

/** Opens the chat with these models, one column each, and waits until the page is hydrated. */
export async function openChat(page: Page, ...models: readonly string[]): Promise<void> {
  await page.goto(models.length === 0 ? '/chat' : `/chat?models=${models.join(',')}`)
  await expect(page.getByLabel(/^Model(?: of column 1)?: (?!none selected)/)).toBeVisible()
}

export function messageBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true })
}

export function lastAnswer(page: Page): Locator {
  return page.getByRole('article').last()
}

export function liveRegion(page: Page): Locator {
  return page.locator('output')
}

/** Types a message and sends it by keyboard, wherever the focus is. */
export async function send(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text)
  await page.keyboard.press('ControlOrMeta+Enter')
}

/** Sends a message and waits for the end of its answer. */
export async function ask(page: Page, text: string): Promise<Locator> {
  const before = await page.getByRole('article').count()
  await send(page, text)
  await expect(page.getByRole('article')).toHaveCount(before + 1)
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
  return lastAnswer(page)
}

/** Waits until IndexedDB contains a chat with this text; earlier writes are then persisted too. */
export async function savedInHistory(page: Page, text: string): Promise<void> {
  const readEntries = async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('not read'))
      })
    const found: unknown[] = []
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue
      const database = await settle(indexedDB.open(name))
      found.push(...(await settle(database.transaction('entries').objectStore('entries').getAll())))
      database.close()
    }
    return JSON.stringify(found)
  }
  await expect.poll(() => page.evaluate(readEntries)).toContain(text)
}
