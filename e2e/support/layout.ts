import type { Page } from '@playwright/test'
import { expect } from './server.ts'

// A page that fits 1180 px fits 1440 px, too; there its text is doubled.
const widths = [390, 768, 1180]
const phoneWidthMax = 400

export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? Infinity) <= phoneWidthMax
}

/**
 * Fails where the page, in its current state, scrolls sideways, cuts off text or a control, or covers a control, with
 * text at 200 % and at any of the supported widths; a test of a phone stays at its own.
 */
export async function expectNothingCut(page: Page): Promise<void> {
  const before = page.viewportSize()
  if (before === null) throw new Error('The page has no fixed size')
  const found: Record<string, string[]> = {}
  const look = async (name: string) => {
    const problems = await page.evaluate(findProblems)
    if (problems.length > 0) found[name] = problems
  }
  const resize = async (width: number) => {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: before.height })
  }
  if (isPhone(page)) await look(`${before.width} px`)
  else {
    for (const width of widths) {
      await resize(width)
      await look(`${width} px`)
    }
    await resize(1440)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await look('200 %')
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await resize(before.width)
  }
  expect(found).toEqual({})
}

async function findProblems(): Promise<string[]> {
  // Two frames: media queries have re-rendered, and virtual lists have measured.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const root = document.documentElement
  const problems: string[] = []
  if (root.scrollWidth > root.clientWidth)
    problems.push(`scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`)
  const top =
    [
      ...document.querySelectorAll<HTMLElement>(
        '[role=dialog], [role=alertdialog], [role=menu], dialog[open]',
      ),
      // A toast is a dialog, too, and covers nothing.
    ].findLast(box => box.checkVisibility() && box.closest('.toasts') === null) ??
    document.querySelector<HTMLElement>('[data-area=inspector][data-sheet=true]')
  const covered = top !== null && top !== undefined && getComputedStyle(top).position !== 'static'
  const scope = covered ? top : document.body

  for (const element of scope.querySelectorAll<HTMLElement>('*')) {
    const isCut = cutsText(element)
    const isControl = element.matches(
      'a[href], button, input, select, textarea, summary, [role=tab], [role=option]',
    )
    // Most elements are neither, and whether one is shown takes longer to find out.
    if (!isCut && !isControl) continue
    if (!isShown(element) || element.closest('[inert]') !== null) continue
    if (isCut) problems.push(`text is cut: ${describe(element)}`)
    const problem = isControl ? problemOf(element) : null
    if (problem !== null) problems.push(`${problem}: ${describe(element)}`)
  }
  return [...new Set(problems)].slice(0, 20)

  function isShown(element: HTMLElement): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { width, height } = element.getBoundingClientRect()
    // Texts for screen readers, and controls behind a drawn one, are at most a point in size.
    return width > 2 && height > 2
  }

  function cutsText(element: HTMLElement): boolean {
    const style = getComputedStyle(element)
    if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') return false
    if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return false
    if (element.matches('input, textarea, svg *, svg')) return false
    const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim())
    return hasText && element.scrollWidth > element.clientWidth + 1
  }

  function problemOf(element: HTMLElement): string | null {
    const box = element.getBoundingClientRect()
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    if (isScrolledAway(element, box)) return null
    if (box.left < -1 || box.right > root.clientWidth + 1) return 'outside the page'
    if (x < 0 || y < 0 || x >= root.clientWidth || y >= root.clientHeight) return null
    const hit = document.elementFromPoint(x, y)
    if (hit === null || hit === element || element.contains(hit) || hit.contains(element)) return null
    if (hit.closest('label')?.contains(element) === true) return null
    // A drawn control lies over its input.
    if (element.matches('input') && hit.parentElement?.contains(element) === true) return null
    // A cell of a treemap contains those drawn over it.
    if (hit.parentElement === element.parentElement && isWithin(hit.getBoundingClientRect(), box)) return null
    // A toast goes by itself, and only Run has to stay free of it.
    if (hit.closest('.toasts') !== null && !element.matches('[data-run]')) return null
    const above = stickyOf(hit)
    if (above !== null && !above.contains(element)) return null
    return `covered by ${describe(hit)}`
  }

  /** Whether a scrolled area hides a part of it. */
  function isScrolledAway(element: HTMLElement, box: DOMRect): boolean {
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      const style = getComputedStyle(parent)
      const scrolls = [style.overflowX, style.overflowY].some(value => value === 'auto' || value === 'scroll')
      if (!scrolls) continue
      const area = parent.getBoundingClientRect()
      if (box.left < area.left - 1 || box.right > area.right + 1) return true
      if (box.top < area.top - 1 || box.bottom > area.bottom + 1) return true
    }
    return false
  }

  function isWithin(inner: DOMRect, outer: DOMRect): boolean {
    return (
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1 &&
      inner.top >= outer.top - 1 &&
      inner.bottom <= outer.bottom + 1
    )
  }

  function stickyOf(element: Element): Element | null {
    for (let parent: Element | null = element; parent; parent = parent.parentElement)
      if (getComputedStyle(parent).position === 'sticky') return parent
    return null
  }

  function describe(element: Element): string {
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
    return `<${element.tagName.toLowerCase()} ${element.className.toString().slice(0, 60)}> ${name}`
  }
}
