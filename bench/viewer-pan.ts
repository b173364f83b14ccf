import type { Browser, Locator, Page } from '@playwright/test'

const panMs = 3000
// A typical hand movement: a circle of 100 pixels in 1.5 s.
const radius = 100
const turnMs = 1500

/**
 * Frames per second while the map is dragged in circles, counting frames in which the map redrew.
 * @param open shows the points, and returns the element to drag once the page is idle; the page counts
 * redraws in `window.drawings`
 */
export async function framesPerSecond(
  browser: Browser,
  open: (page: Page) => Promise<Locator>,
): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(countFrames)
  const map = await open(page)
  const box = await map.boundingBox()
  if (box === null) throw new Error('The map is not visible.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x + radius, y)
  await page.mouse.down()
  const before = await page.evaluate(readFrames)
  const startedAt = performance.now()
  for (let elapsed = 0; elapsed < panMs; elapsed = performance.now() - startedAt) {
    const angle = (elapsed / turnMs) * 2 * Math.PI
    await page.mouse.move(x + radius * Math.cos(angle), y + radius * Math.sin(angle))
  }
  const after = await page.evaluate(readFrames)
  await page.mouse.up()
  await page.close()
  return ((after.frames - before.frames) / (after.at - before.at)) * 1000
}

declare global {
  interface Window {
    drawings: number
    drawnFrames: number
  }
}

function countFrames(): void {
  window.drawings = 0
  window.drawnFrames = 0
  const { prototype } = CanvasRenderingContext2D
  // Found by name: a bound method would draw on another canvas.
  const put: unknown = Object.getOwnPropertyDescriptor(prototype, 'putImageData')?.value
  Object.defineProperty(prototype, 'putImageData', {
    value(this: CanvasRenderingContext2D, ...given: unknown[]) {
      window.drawings += 1
      if (typeof put === 'function') Reflect.apply(put, this, given)
    },
  })
  let seen = 0
  const look = () => {
    if (window.drawings !== seen) window.drawnFrames += 1
    seen = window.drawings
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function readFrames(): { frames: number; at: number } {
  return { frames: window.drawnFrames, at: performance.now() }
}
