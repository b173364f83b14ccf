import { scoreByWords } from '#lib/capabilities/search/retrieve/score-by-words.ts'
import { toWindows, type TextWindow } from './windows.ts'

const gap = ' … '

/**
 * The passages of a text most relevant to a query, in text order, with `…` between non-adjacent ones.
 * @param charsMax of the result
 * @returns the text itself if short enough, its beginning where nothing matches
 */
export function bestPassages(question: string, text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const windows = toWindows(text)
  const scores = scoreByWords(
    question,
    windows.map(({ heading, text: part }) => `${heading} ${part}`),
  )
  if (scores.every(score => score === 0)) return cut(text, charsMax)
  const ordered = windows
    .map((window, at) => ({ window, at, score: scores[at] ?? 0 }))
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
  const chosen: TextWindow[] = []
  let chars = 0
  for (const { window, score } of ordered) {
    if (score === 0 && chosen.length > 0) break
    if (chosen.some(other => overlaps(window, other))) continue
    const cost = window.text.length + gap.length
    if (chars + cost > charsMax) continue
    chosen.push(window)
    chars += cost
  }
  if (chosen.length === 0) return cut(text, charsMax)
  return joinWindows(chosen)
}

/** Windows in the order of their text. */
export function joinWindows(windows: readonly TextWindow[]): string {
  const inOrder = windows.toSorted((one, other) => one.start - other.start)
  return inOrder
    .map(({ start, text }, at) => (at === 0 ? text : `${inOrder[at - 1]?.end === start ? ' ' : gap}${text}`))
    .join('')
}

export function overlaps(one: TextWindow, other: TextWindow): boolean {
  return one.start < other.end && other.start < one.end
}

function cut(text: string, charsMax: number): string {
  const space = text.lastIndexOf(' ', charsMax)
  return text.slice(0, space > charsMax / 2 ? space : charsMax).trim()
}
