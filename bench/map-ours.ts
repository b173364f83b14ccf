import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { freePort } from './free-port.ts'
import { framesWhileScrolling } from './map-scroll.ts'
import { startProcess } from './start-process.ts'

const root = join(import.meta.dirname, '..')
const patience = { timeout: 120_000 }

export interface MapFigures {
  /** From the click to the frame in which all is open. */
  readonly expandMs: number
  /** From a key to the frame with what it leaves, the slowest of a word. */
  readonly filterMs: number
  readonly scrollFps: number
}

export interface MapProduct extends AsyncDisposable {
  /** Shows a map of these links in a page of its own, and uses it as a person does. */
  measure(browser: Browser, links: readonly string[]): Promise<MapFigures>
}

/** The product as `npm start` runs it. */
export async function startMapProduct(folder: string): Promise<MapProduct> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const running = await startProcess(process.execPath, [join(root, 'bin/start.ts')], {
    cwd: root,
    env: { PORT: String(port), SEXTANT_DATA_DIR: join(folder, 'data'), MODEL_SOURCES: 'file' },
    ready: async () => (await fetch(`${url}/readyz`)).ok && (await fetch(`${url}/map`)).ok,
  })
  return {
    async measure(browser, links) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.addInitScript(timeToFrame)
      await openMap(page, url, links)
      const figures = {
        expandMs: await expandAll(page),
        scrollFps: await framesWhileScrolling(page, '[role=tree]'),
        filterMs: await typeWord(page),
      }
      await page.close()
      return figures
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}

/** More links than the API gives in one map: another server's answer, which the page has to hold as well. */
async function openMap(page: Page, url: string, links: readonly string[]): Promise<void> {
  const details = links.map(link => ({ url: link, source: 'sitemap', depth: 1 }))
  const body = JSON.stringify({ success: true, links, details, sitemaps: [], stopped: 'done' })
  await page.route('**/api/run/v1/map', route => route.fulfill({ contentType: 'application/json', body }))
  await page.goto(`${url}/map`)
  await comeAlive(page)
  const address = page.getByRole('textbox', { name: 'Address', exact: true })
  await address.fill('https://site.test')
  await address.press('Enter')
  await page
    .getByText(`${links.length.toLocaleString('en')} links`)
    .first()
    .waitFor(patience)
  await page.getByRole('tree').waitFor(patience)
}

/** Until the keys of the page work, what is typed may be lost. */
async function comeAlive(page: Page): Promise<void> {
  for (const deadline = Date.now() + patience.timeout; Date.now() < deadline;) {
    await page.locator('body').press('/')
    if (await page.evaluate(() => document.activeElement?.matches('[data-main-input]'))) return
    await page.waitForTimeout(100)
  }
  throw new Error('The page of maps does not come alive.')
}

async function expandAll(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Expand' }).click()
  const everything = page.getByRole('menuitem', { name: 'Everything' })
  await everything.waitFor()
  await page.evaluate(() => window.startTiming('click'))
  await everything.click()
  await page.locator('[role=treeitem][aria-level="4"]').first().waitFor(patience)
  return Math.max(...(await page.evaluate(() => window.timings)))
}

async function typeWord(page: Page): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Filter links' })
  await field.focus()
  await page.evaluate(() => window.startTiming('input'))
  for (const key of 'article-99') await page.keyboard.press(key)
  await page.getByText(/^[\d,]+ of [\d,]+$/).waitFor(patience)
  return Math.max(...(await page.evaluate(() => window.timings)))
}

declare global {
  interface Window {
    timings: number[]
    startTiming: (event: 'click' | 'input') => void
  }
}

/** Notes for each event of a kind how long the browser took to show what became of it. */
function timeToFrame(): void {
  window.timings = []
  window.startTiming = event => {
    window.timings = []
    document.addEventListener(
      event,
      () => {
        const startedAt = performance.now()
        // The frame after the one that is drawn next: by then it is on the screen.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => window.timings.push(performance.now() - startedAt)),
        )
      },
      { capture: true },
    )
  }
}
