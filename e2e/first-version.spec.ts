import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { lastAnswer } from './support/chat-page.ts'
import { origin } from './support/handoffs.ts'
import { expect, test } from './support/server.ts'

/** Browser storage: `storage.json` was written by the first version, and later ones must migrate it. */
interface Kept {
  readonly local: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
  readonly databases: Readonly<Record<string, Readonly<Record<string, readonly { createdAt: number }[]>>>>
}

const folder = path.join(import.meta.dirname, 'fixtures/first-version')
const kept = JSON.parse(readFileSync(path.join(folder, 'storage.json'), 'utf8')) as Kept
const links = JSON.parse(readFileSync(path.join(folder, 'share-links.json'), 'utf8')) as Record<
  string,
  string
>
const words: Readonly<Record<string, string>> = {
  chat: 'You said: Say something about the sea.',
  embeddings: '2 documents from Rerank',
  rerank: 'The moon is far away.',
  map: 'treeitem "docs',
  scrape: 'Water rises twice a day',
  search: 'The moon moves the tides.',
}

// Content of the requests; where it is shown depends on the playground.
const asked = /the sea|moon|tides\.example/

test('a tab of the first version restores every playground', async ({ page }) => {
  await restore(page)

  for (const [playground, text] of Object.entries(words)) {
    await page.goto(`/${playground}`)
    await expect.poll(() => page.locator('main').ariaSnapshot(), { message: playground }).toContain(text)
  }
})

test('the history of the first version is listed, and its responses open', async ({ page }) => {
  await restore(page, { ...kept, session: {} })
  await page.goto('/chat')

  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('dialog').getByText('Say something about the sea.').first().click()

  await expect(lastAnswer(page)).toContainText('You said: Say something about the sea.')
})

test('a handoff of the first version opens', async ({ page }) => {
  await restore(page, { ...kept, session: {} })

  await page.goto(`/embeddings?parcel=c7faf3663565aa5e8149ee2e`)

  await expect(origin(page)).toContainText('2 documents from Rerank')
})

test('links of the first version open their requests', async ({ page }) => {
  for (const [playground, fragment] of Object.entries(links)) {
    await page.goto(`/${playground}${fragment}`)
    await expect.poll(() => page.locator('main').ariaSnapshot(), { message: playground }).toMatch(asked)
  }
})

async function restore(page: Page, given: Kept = kept): Promise<void> {
  // A document of the origin whose scripts touch no storage.
  await page.goto('/openapi.json')
  await page.evaluate(async ({ local, session, databases }) => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('not written'))
      })
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
    for (const [name, stores] of Object.entries(databases)) {
      const opening = indexedDB.open(name, 1)
      opening.onupgradeneeded = () => {
        for (const store of Object.keys(stores)) opening.result.createObjectStore(store, { keyPath: 'id' })
      }
      const database = await settle(opening)
      for (const [store, records] of Object.entries(stores)) {
        const objects = database.transaction(store, 'readwrite').objectStore(store)
        // Handoffs expire after a day.
        const createdAt = (each: { createdAt: number }) => (store === 'parcels' ? Date.now() : each.createdAt)
        for (const each of records) await settle(objects.put({ ...each, createdAt: createdAt(each) }))
      }
      database.close()
    }
  }, given)
}
