import type { Browser, Page } from '@playwright/test'
import { framesWhileScrolling } from './map-scroll.ts'
import { comeAlive, startConsole } from './start-console.ts'

const patience = { timeout: 120_000 }

export interface MapFigures {
  /** From the click to the frame that shows everything expanded. */
  readonly expandMs: number
  /** From a key press to the resulting frame. */
  readonly filterMs: number
  readonly scrollFps: number
}

export interface MapServer extends AsyncDisposable {
  /** Shows a map of these links in its own page, and operates it like a user. */
  measure(browser: Browser, links: readonly string[]): Promise<MapFigures>
}

/** The server as `npm start` runs it. */
export async function startMapServer(folder: string): Promise<MapServer> {
  const running = await startConsole(folder)
  const { url } = running
  return {
    async measure(browser, links) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.addInitScript(timeToFrame)
      await openMap(page, url, links)
      const figures = {
        expandMs: await expandAll(page),
        scrollFps: await framesWhileScrolling(page, '[role=tree]'),
        filterMs: await filterBy(page, links),
      }
      await page.close()
      return figures
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}

/**
 * More links than the API returns in one map: a response of another server, which the page must handle as
 * well.
 */
export async function openMap(page: Page, url: string, links: readonly string[]): Promise<void> {
  const details = links.map(link => ({ url: link, source: 'sitemap', depth: 1 }))
  const body = JSON.stringify({ success: true, links, details, sitemaps: [], stopped: 'done' })
  await page.route('**/api/run/v1/map', route => route.fulfill({ contentType: 'application/json', body }))
  await page.goto(`${url}/map`)
  await comeAlive(page)
  const address = page.getByRole('textbox', { name: 'URL', exact: true })
  await address.fill('https://site.test')
  await address.press('Enter')
  await page
    .getByText(`${links.length.toLocaleString('en')} links`)
    .first()
    .waitFor(patience)
  await page.getByRole('tree').waitFor(patience)
}

async function expandAll(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Expand' }).click()
  const everything = page.getByRole('menuitem', { name: 'Everything' })
  await everything.waitFor()
  const shown = page.evaluate(() => window.timeUntil('click', '[role=treeitem][aria-level="4"]', ''))
  await everything.click()
  return await shown
}

/** The first keys match nearly everything, so only the last one is measured. */
async function filterBy(page: Page, links: readonly string[]): Promise<number> {
  await page.getByRole('searchbox', { name: 'Filter links' }).focus()
  for (const key of 'article-9') await page.keyboard.press(key)
  await page.getByText(countOf(links, 'article-9')).waitFor(patience)
  const shown = page.evaluate(
    text => window.timeUntil('input', '[role=status]', text),
    countOf(links, 'article-99'),
  )
  await page.keyboard.press('9')
  return await shown
}

function countOf(links: readonly string[], text: string): string {
  const count = links.filter(link => link.includes(text)).length
  return `${count.toLocaleString('en')} of ${links.length.toLocaleString('en')}`
}

declare global {
  interface Window {
    timeUntil: (event: 'click' | 'input', selector: string, text: string) => Promise<number>
  }
}

/** Milliseconds from the next event of a kind to the frame that shows the text within the selector. */
function timeToFrame(): void {
  window.timeUntil = (event, selector, text) =>
    new Promise(resolve => {
      const time = () => {
        const startedAt = performance.now()
        const look = () => {
          const shown = [...document.querySelectorAll(selector)].some(each =>
            each.textContent?.includes(text),
          )
          // One frame later it is on the screen.
          requestAnimationFrame(shown ? () => resolve(performance.now() - startedAt) : look)
        }
        requestAnimationFrame(look)
      }
      document.addEventListener(event, time, { capture: true, once: true })
    })
}
