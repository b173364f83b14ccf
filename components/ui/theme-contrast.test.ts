import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')
const colour = /--([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g

type Colour = readonly [lightness: number, chroma: number, hue: number]

const palette = new Map(
  [...css.matchAll(colour)].map(([, name = '', light = '', dark = '']) => [
    name,
    [read(light), read(dark)] as const,
  ]),
)

describe.each([0, 1] as const)('in theme %i', theme => {
  const surfaces = ['surface', 'panel', 'sunken']
  const pairs = (names: readonly string[]) =>
    names.flatMap(name => surfaces.map(surface => [name, surface] as const))
  const of = (name: string) => palette.get(name)?.[theme] ?? [Number.NaN, 0, 0]

  test.each(pairs(['text', 'muted', 'accent', 'ok', 'warn', 'bad']))(
    'text in %s on %s has 4.5:1',
    (name, surface) => {
      expect(contrast(of(name), of(surface))).toBeGreaterThanOrEqual(4.5)
    },
  )
  test.each(pairs(['control']))('the border of a %s on %s has 3:1', (name, surface) => {
    expect(contrast(of(name), of(surface))).toBeGreaterThanOrEqual(3)
  })
  test('the text of the primary button has 4.5:1', () => {
    expect(contrast(of('on-accent'), of('accent'))).toBeGreaterThanOrEqual(4.5)
  })
  test('the text of a hovered destructive button has 4.5:1', () => {
    expect(contrast(of('panel'), of('bad'))).toBeGreaterThanOrEqual(4.5)
  })
})

test('all twelve colors are checked', () => {
  expect(palette.size).toBe(12)
})

function read(text: string): Colour {
  const [lightness = 0, chroma = 0, hue = 0] = text.split(' ').map(Number)
  return [lightness, chroma, hue]
}

/** WCAG 2: (lighter + 0.05) / (darker + 0.05). */
function contrast(a: Colour, b: Colour): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

/** OKLCH → OKLab → linear sRGB, clipped to what a screen can show, → relative luminance. */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
