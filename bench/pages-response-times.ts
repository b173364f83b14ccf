import type { Browser, Page } from '@playwright/test'

const rounds = 3
// Event Timing reports an interaction up to some frames later.
const settleMs = 500

/**
 * Milliseconds from each input to the next frame that shows its effect, as the browser measures it for "interaction to
 * next paint". It reports none below 16 ms, and rounds to 8.
 * @param open opens the page; the result uses it once
 */
export async function responseTimes(
  browser: Browser,
  open: (page: Page) => Promise<() => Promise<void>>,
): Promise<readonly number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(recordInteractions)
    const operate = await open(page)
    await page.waitForTimeout(settleMs)
    await page.evaluate(() => window.interactions.clear())
    for (let round = 0; round < rounds; round += 1) await operate()
    await page.waitForTimeout(settleMs)
    return await page.evaluate(() => [...window.interactions.values()])
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    /** Duration in milliseconds by interaction. */
    interactions: Map<number, number>
  }
  interface PerformanceObserverInit {
    durationThreshold?: number
  }
}

/** A press and its release are events of one interaction, whose duration is that of the slowest. */
function recordInteractions(): void {
  window.interactions = new Map()
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue
      const { interactionId, duration } = entry
      window.interactions.set(interactionId, Math.max(duration, window.interactions.get(interactionId) ?? 0))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}
