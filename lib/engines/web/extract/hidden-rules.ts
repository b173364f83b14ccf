import { hidesText } from './hidden-style.ts'

const charsMax = 500_000
const rulesMax = 2000
// Any more and it would have to be matched against every element again and again.
const simple = /^(?:[a-z][a-z0-9]*)?(?:[.#][\w-]+){0,4}$/i
// What these hold applies to every reader; what other blocks hold depends on the reader's screen.
const wrapping = /^@(?:layer|supports)\b|^@media\s*(?:all|screen|only screen)?\s*$/i
// What scripts let fade or slide in begins like this, and is meant to be read.
const arriving = /\b(?:opacity|transform)\s*:[^;]*/gi
const states = /:|\[|\*|>|\+|~|\s/

/**
 * The selectors of what a page's own style elements keep from being seen: names of elements, classes and ids alone,
 * without states or descent, so that matching them takes no time worth speaking of. A later rule that shows the same
 * selector again takes it back.
 * @param styles the texts of its style elements, in their order
 */
export function hiddenSelectors(styles: readonly string[]): string[] {
  const hidden = new Set<string>()
  let left = rulesMax
  const text = styles
    .join('\n')
    .slice(0, charsMax)
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
  for (const { selectors, body } of readRules(text)) {
    if (--left < 0) break
    const hides = hidesText(body.replace(arriving, ''))
    if (!hides && !shows(body)) continue
    for (const selector of selectors.split(',').map(each => each.trim())) {
      if (states.test(selector) || !simple.test(selector) || selector === '') continue
      if (hides) hidden.add(selector)
      else hidden.delete(selector)
    }
  }
  return [...hidden]
}

function shows(body: string): boolean {
  return /(?:^|[;\s])(?:display|visibility|font-size|clip|clip-path|position|color)\s*:/i.test(body)
}

/** The rules that hold for every reader, read from the start to the end once. */
function* readRules(css: string): Generator<{ selectors: string; body: string }> {
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    if (open === -1) return
    const head = css.slice(at, open)
    // A statement without a block, such as `@import …;`, or the ends of blocks stand before the selectors.
    const selectors = head.slice(Math.max(head.lastIndexOf(';'), head.lastIndexOf('}')) + 1).trim()
    if (selectors.startsWith('@')) {
      at = wrapping.test(selectors) ? open + 1 : endOfBlock(css, open)
      continue
    }
    const close = css.indexOf('}', open)
    yield { selectors, body: css.slice(open + 1, close === -1 ? css.length : close) }
    if (close === -1) return
    at = close + 1
  }
}

function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) return at + 1
  }
  return css.length
}
