import { gzipSync } from 'node:zlib'
import type { Browser, Response } from '@playwright/test'

export interface PageLoad {
  /** Scripts that the HTML names, gzipped. */
  readonly scriptKilobytes: number
  /** From the start of the navigation to the largest paint. */
  readonly paintMs: number
}

/** Loads a page with an empty cache. */
export async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const scripts: Promise<readonly [path: string, bytes: number]>[] = []
    const measure = (response: Response) => {
      if (response.request().resourceType() !== 'script') return
      const size = response.body().then(body => gzipSync(body, { level: 6 }).length)
      scripts.push(size.then(bytes => [new URL(response.url()).pathname, bytes]))
    }
    page.on('response', measure)
    const answer = await page.goto(url, { waitUntil: 'load' })
    page.off('response', measure)
    const html = (await answer?.text()) ?? ''
    const named = new Map((await Promise.all(scripts)).filter(([path]) => html.includes(path)))
    const bytes = [...named.values()].reduce((sum, each) => sum + each, 0)
    return { scriptKilobytes: bytes / 1024, paintMs: await page.evaluate(largestPaintMs) }
  } finally {
    await context.close()
  }
}

function largestPaintMs(): Promise<number> {
  return new Promise(resolve => {
    let last = Number.NaN
    new PerformanceObserver(list => {
      last = list.getEntries().at(-1)?.startTime ?? last
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(() => resolve(last), 500)
  })
}
