const rangesMax = 5000

/** Ranges of matches in the text of an element, ignoring case; limited in number. */
export function findRanges(element: HTMLElement, query: string): readonly Range[] {
  const wanted = query.toLowerCase()
  const ranges: Range[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    // Some characters change their length with their case: such text cannot be highlighted by offset.
    if (text.length !== node.nodeValue?.length) continue
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
      if (ranges.length === rangesMax) return ranges
    }
  }
  return ranges
}
