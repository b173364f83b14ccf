import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { comeAlive, startConsole } from './start-console.ts'

const patience = { timeout: 180_000 }

export interface MapUnderTest extends AsyncDisposable {
  readonly name: string
  /** Shows this many points; resolves with the map to drag once all computations have ended. */
  open(page: Page, count: number): Promise<Locator>
}

/**
 * The server as `npm start` runs it: a file of texts is dropped, embedded by a scripted provider, and laid
 * out.
 */
export async function startOurViewer(folder: string): Promise<MapUnderTest> {
  const running = await startConsole(folder)
  const { url } = running
  return {
    name: 'Sextant',
    open: (page, count) => openPlot(page, url, folder, count),
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}

/** Embeds a file of this many texts; resolves with the plot once all computations have ended. */
export async function openPlot(page: Page, url: string, folder: string, count: number): Promise<Locator> {
  await page.goto(`${url}/embeddings?models=scripted/map`)
  await comeAlive(page)
  const file = join(folder, `texts-${count}.txt`)
  writeFileSync(file, textsOf(count))
  await page.getByLabel('Text file').setInputFiles(file)
  await page
    .getByText(`${count.toLocaleString('en')} texts`)
    .first()
    .waitFor(patience)
  await page.getByRole('button', { name: /^Run/ }).click()
  await page.getByText(/of neighbors preserved/).waitFor(patience)
  return page.getByRole('application')
}

function textsOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `text ${index} of topic ${index % 7}\n`).join('')
}
