import type { Rgb } from './palette.ts'

/** The page's colors, as pixel values and CSS colors. */
export interface ScatterTheme {
  readonly dark: boolean
  readonly ground: Rgb
  readonly ink: Rgb
  readonly groundCss: string
  readonly inkCss: string
  readonly mutedCss: string
  readonly accentCss: string
}

/**
 * Reads the colors of the canvas from the style sheet: background and text directly, muted from its caret
 * color, the accent from its accent color.
 */
export function readTheme(canvas: HTMLCanvasElement): ScatterTheme {
  const style = getComputedStyle(canvas)
  const ground = toRgb(style.backgroundColor)
  return {
    dark: ground[0] + ground[1] + ground[2] < 384,
    ground,
    ink: toRgb(style.color),
    groundCss: style.backgroundColor,
    inkCss: style.color,
    mutedCss: style.caretColor,
    accentCss: style.accentColor,
  }
}

// The style sheet uses OKLCH; a canvas converts it to pixel values.
function toRgb(color: string): Rgb {
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return [0, 0, 0]
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

/** Calls back when the color scheme changes; returns a cleanup function. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const query = window.matchMedia('(prefers-color-scheme: dark)')
  query.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    query.removeEventListener('change', onChange)
  }
}
