import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')
const colors = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark] as const],
  ),
)

const surfaces = ['canvas', 'card', 'sunken', 'raised', 'field', 'hover', 'active']

describe.each([0, 1] as const)('in theme %i', theme => {
  const ratio = (name: string, surface: string) =>
    contrast(colors.get(name)?.[theme] ?? '', colors.get(surface)?.[theme] ?? '')

  test.each(
    ['text', 'text-2', 'accent-text'].flatMap(name => surfaces.map(surface => [name, surface] as const)),
  )('text in %s on %s has 4.5:1', (name, surface) => {
    expect(ratio(name, surface)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(
    ['text-3', 'ok', 'warn', 'bad'].flatMap(name =>
      ['canvas', 'card', 'sunken', 'raised', 'field', 'hover'].map(surface => [name, surface] as const),
    ),
  )('text in %s on %s has 4.5:1', (name, surface) => {
    expect(ratio(name, surface)).toBeGreaterThanOrEqual(4.5)
  })
  test.each([
    ['text-2', 'active'],
    ['accent-text', 'accent-soft'],
    ['text', 'accent-soft'],
    ['ok', 'ok-soft'],
    ['warn', 'warn-soft'],
    ['bad', 'bad-soft'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
  ])('text in %s on %s has 4.5:1', (name, surface) => {
    expect(ratio(name, surface)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(['canvas', 'sunken', 'card', 'field'])('the border of a field on %s has 3:1', surface => {
    expect(ratio('control', surface)).toBeGreaterThanOrEqual(3)
  })
  test.each(['ok-dot', 'warn-dot', 'bad-dot'])('the dot %s has 3:1 on the canvas', name => {
    expect(ratio(name, 'canvas')).toBeGreaterThanOrEqual(3)
  })
})

test('every opaque color is checked', () => {
  expect([...colors.keys()].toSorted()).toEqual(
    [
      ...surfaces,
      'accent',
      'accent-hover',
      'accent-line',
      'accent-soft',
      'accent-text',
      'on-accent',
      'bad',
      'bad-dot',
      'bad-soft',
      'ok',
      'ok-dot',
      'ok-soft',
      'warn',
      'warn-dot',
      'warn-soft',
      'control',
      'line',
      'line-strong',
      'text',
      'text-2',
      'text-3',
    ].toSorted(),
  )
})

/** WCAG 2: (lighter + 0.05) / (darker + 0.05). */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of an sRGB color. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
