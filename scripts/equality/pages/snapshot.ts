import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Mask } from '#scripts/equality/mask.ts'

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b\d+(?:[.,]\d+)? ?(?:ms|s|seconds?|min|tok\/s|tokens\/s|MB|GB|KB)(?![\w/])/g, '<n>'],
  [/\be2e-init…\w{4}/g, '<initial key>'],
  [/\b\d{1,2}:\d\d(?::\d\d)?(?:[\s\u202f][AP]M)?/g, '<clock>'],
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* \d{1,2}(?:, \d{4})?/g, '<day>'],
  [/\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/g, '<day>'],
  [/\b(?:just now|now|an? \w+ ago|\d+ \w+ ago)\b/g, '<ago>'],
]

// Varying figures: times and intervals of events, and sizes that include times.
const eventPatterns: typeof patterns = [
  [/(row "\d+) [\d.,]+ [\d.,]+ [\d,]+ /g, '$1 <at> <after> <bytes> '],
  [/(cell ")[\d.,]+(?="$)/gm, '$1<n>'],
]

/** The accessibility tree of the page once it is stable. */
export async function snapshot(page: Page, mask: Mask): Promise<string> {
  let last = ''
  let equal = 0
  for (let round = 0; round < 30; round++) {
    const text = clean(mask(await page.locator('body').ariaSnapshot()))
    equal = text === last && !isStarting(text) ? equal + 1 : 0
    if (equal === 2) return text
    last = text
    await sleep(300)
  }
  return last
}

// The model list loads after the page.
function isStarting(text: string): boolean {
  return text.includes('Loading') || text.includes('Model: none selected')
}

function clean(text: string): string {
  const events = text.includes('columnheader "Δ ms"') ? eventPatterns : []
  return [...patterns, ...events].reduce((current, [pattern, name]) => current.replace(pattern, name), text)
}
