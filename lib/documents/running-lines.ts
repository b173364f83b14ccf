/** A line near a page edge: a candidate for a running header or footer. */
export interface EdgeLine {
  /** From 1. */
  readonly page: number
  readonly end: 'top' | 'bottom'
  /** 0 is the outermost. */
  readonly depth: number
  readonly text: string
  /**
   * Position key, if positions are known: equal for lines of the same position and size, separated from the body.
   */
  readonly position: string | null
}

const pagesMin = 3
const share = 0.6
const linesMax = 3

/** Lines to check at each page edge. */
export const edgeLinesMax = linesMax

/**
 * Finds running headers and footers: the same words, ignoring digits, on most pages, or on most odd or even ones;
 * chapter titles in one position; consecutive page numbers.
 */
export function findRunningLines(lines: readonly EdgeLine[], pageCount: number): ReadonlySet<EdgeLine> {
  if (pageCount < pagesMin) return new Set()
  const running = new Set<EdgeLine>()
  for (const members of classes(pageCount)) {
    const own = lines.filter(line => members.has(line.page))
    for (const line of [...repeated(own, members), ...chapterHeads(own, members), ...numbers(own, members)]) {
      running.add(line)
    }
  }
  return keepInner(lines, running)
}

/** All pages, odd and even ones: books alternate. */
function classes(pageCount: number): ReadonlySet<number>[] {
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1)
  return [pages, pages.filter(page => page % 2 === 1), pages.filter(page => page % 2 === 0)].map(
    each => new Set(each),
  )
}

function isMost(pages: ReadonlySet<number>, members: ReadonlySet<number>): boolean {
  return pages.size >= pagesMin && pages.size >= members.size * share
}

function repeated(lines: readonly EdgeLine[], members: ReadonlySet<number>): EdgeLine[] {
  const groups = Map.groupBy(
    lines.filter(line => readNumber(line.text) === null),
    line => `${line.end} ${keyOf(line.text)}`,
  )
  return [...groups.values()].filter(group => isMost(pagesOf(group), members)).flat()
}

function chapterHeads(lines: readonly EdgeLine[], members: ReadonlySet<number>): EdgeLine[] {
  const placed = lines.filter(line => line.position !== null && readNumber(line.text) === null)
  const groups = [...Map.groupBy(placed, line => line.position).values()]
  return groups
    .filter(group => isMost(pagesOf(group), members))
    .flatMap(group => {
      const byText = Map.groupBy(group, line => keyOf(line.text))
      return [...byText.values()].filter(same => hasRow(pagesOf(same), members)).flat()
    })
}

/** Three consecutive pages of the class. */
function hasRow(pages: ReadonlySet<number>, members: ReadonlySet<number>): boolean {
  let row = 0
  for (const page of members) {
    row = pages.has(page) ? row + 1 : 0
    if (row >= pagesMin) return true
  }
  return false
}

/** A lone number may be content: remove it only if it matches the page sequence. */
function numbers(lines: readonly EdgeLine[], members: ReadonlySet<number>): EdgeLine[] {
  const counted = lines.flatMap(line => {
    const value = readNumber(line.text)
    return value === null ? [] : [{ line, key: `${line.end} ${value - line.page}` }]
  })
  const groups = [...Map.groupBy(counted, each => each.key).values()].map(group =>
    group.map(each => each.line),
  )
  return groups.filter(group => isMost(pagesOf(group), members)).flat()
}

function pagesOf(lines: readonly EdgeLine[]): ReadonlySet<number> {
  return new Set(lines.map(line => line.page))
}

/**
 * From the edge inward, up to the first line that stays. The first page may have a line outside of its header: there a
 * line goes that other pages have in the same position.
 */
function keepInner(lines: readonly EdgeLine[], running: ReadonlySet<EdgeLine>): ReadonlySet<EdgeLine> {
  const removed = new Set<EdgeLine>()
  const places = new Set([...running].filter(({ page }) => page !== 1).map(placeOf))
  for (const group of Map.groupBy(lines, line => `${line.page} ${line.end}`).values()) {
    let isOutside = true
    for (const line of group.toSorted((one, other) => one.depth - other.depth)) {
      isOutside &&= running.has(line)
      const isPlaced = line.page === 1 && line.position !== null && places.has(placeOf(line))
      if (isOutside || (isPlaced && running.has(line))) removed.add(line)
    }
  }
  return removed
}

function placeOf({ position, text }: EdgeLine): string {
  return `${position} ${keyOf(text)}`
}

const roman = /^(?=[ivxlcdm])m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/

/** Normalized header: digits and standalone roman numerals are replaced. */
function keyOf(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return roman.test(folded) ? '#' : folded.replaceAll(/\d+/g, '#')
}

/** The page number in a line without other content: `7`, `Page 7 of 12`, `- 7 -`, `vii`. */
function readNumber(text: string): number | null {
  const folded = text.normalize('NFKC').toLowerCase().trim()
  const arabic =
    /^[\W_]*(?:page|p\.|seite|s\.|página|pagina|стр\.?)?\s*(\d{1,5})(?:\s*(?:of|\/|von|de|di|из)\s*\d{1,5})?[\W_]*$/u.exec(
      folded,
    )
  if (arabic?.[1] !== undefined) return Number(arabic[1])
  const letters = folded.replaceAll(/[\W_]/g, '')
  return roman.test(letters) && letters.length <= 8 ? fromRoman(letters) : null
}

const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

function fromRoman(letters: string): number {
  const values = Array.from(letters, letter => romanValues[letter] ?? 0)
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0)
}

/** Whether a header or footer is only the number of one of its pages. */
export function isPageNumber(text: string): boolean {
  return /^[\s–—-]*\d{1,5}[\s–—-]*$/.test(text)
}
