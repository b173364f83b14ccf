import type { Page } from '@playwright/test'

/**
 * Frames per second in which a tree moved while scrolling for three seconds, about two screens per second.
 */
export async function framesWhileScrolling(page: Page, tree: string): Promise<number> {
  return await page.locator(tree).evaluate(async element => {
    const box = element.parentElement
    if (box === null) throw new Error('The tree has no bounding box.')
    const startedAt = performance.now()
    let frames = 0
    for (let now = startedAt; now - startedAt < 3000;) {
      const before = box.scrollTop
      box.scrollTop = (now - startedAt) * 1.2
      now = await new Promise<number>(resolve => requestAnimationFrame(resolve))
      if (box.scrollTop !== before) frames += 1
    }
    return (frames * 1000) / (performance.now() - startedAt)
  })
}
