import type { Locator, Page } from '@playwright/test'
import type { TestFile } from './document-files.ts'
import { openPlayground } from './open-playground.ts'
import { expect } from './server.ts'

/** Opens the documents playground and waits until it is hydrated and its shortcuts work. */
export async function openDocuments(page: Page, path = '/documents'): Promise<void> {
  await openPlayground(page, path)
}

/** Selects files, as the button does. */
export async function pickFiles(page: Page, ...files: readonly TestFile[]): Promise<void> {
  await page.getByLabel('Files', { exact: true }).setInputFiles([...files])
}

/** Drops files somewhere on the page. */
export async function dropFiles(page: Page, ...files: readonly TestFile[]): Promise<void> {
  await dropOnPage(page, 'Drop to add.', files)
}

/** Drops files somewhere on a page that announces what the drop does. */
export async function dropOnPage(page: Page, announced: string, files: readonly TestFile[]): Promise<void> {
  const bytes = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  const transfer = await page.evaluateHandle(list => {
    const data = new DataTransfer()
    for (const { name, mimeType, base64 } of list) {
      const content = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
      data.items.add(new File([content], name, { type: mimeType }))
    }
    return data
  }, bytes)
  const target = page.getByRole('main')
  await target.dispatchEvent('dragenter', { dataTransfer: transfer })
  await expect(page.getByText(announced)).toBeVisible()
  await target.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByText(announced)).toBeHidden()
}

/** Runs the selected files. */
export async function readFiles(page: Page, ...files: readonly TestFile[]): Promise<void> {
  await pickFiles(page, ...files)
  await expect(filesToRead(page).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
}

export function filesToRead(page: Page): Locator {
  return page.getByRole('list', { name: 'Files to read' }).getByRole('listitem')
}

/** The rows of many documents, in the order of their files. */
export function documentRows(page: Page): Locator {
  return page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
}

/** The shown document with its views. */
export function reader(page: Page): Locator {
  return page.getByRole('article', { name: 'Document' })
}

export async function showForm(page: Page, form: string): Promise<void> {
  await reader(page).getByRole('tab', { name: form, exact: true }).click()
}

/** Holds all uploads until released. */
export async function holdUploads(page: Page): Promise<{ release: () => void }> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/run/upload', async route => {
    await gate.promise
    // A request canceled meanwhile cannot continue.
    await route.continue().catch(() => undefined)
  })
  return { release: gate.resolve }
}
