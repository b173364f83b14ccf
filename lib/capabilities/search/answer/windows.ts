import { splitSentences } from './sentences.ts'

/** Two or three consecutive sentences: in a single one, pronouns lose their reference. */
export interface TextWindow {
  /** Its heading; empty: none. */
  readonly heading: string
  readonly text: string
  /** Range of its sentences in the text, from 0; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

export const sentencesPerWindow = 3
const windowCharsMax = 600
const headingCharsMax = 90

/**
 * Splits a plain text into windows that overlap by one sentence; a window never crosses a paragraph.
 * @param step sentences from window to window; 3: they do not overlap
 */
export function toWindows(text: string, step = 2): TextWindow[] {
  const paragraphs = text.split(/\n{2,}/)
  // Not a heading without text below it: calculator output consists of short lines only.
  const onlyLines = paragraphs.every(isHeading)
  const windows: TextWindow[] = []
  let start = 0
  let heading = ''
  for (const paragraph of paragraphs) {
    if (!onlyLines && isHeading(paragraph)) {
      heading = paragraph.trim()
      continue
    }
    const sentences = splitSentences(paragraph)
      .flatMap(cutLong)
      .filter(sentence => sentence.trim() !== '')
    for (let at = 0; at < sentences.length;) {
      const end = endOf(sentences, at)
      const part = sentences.slice(at, end).join('').replace(/\s+/g, ' ').trim()
      windows.push({ heading, text: part, start: start + at, end: start + end })
      at = end >= sentences.length ? end : Math.min(at + step, end)
    }
    start += sentences.length
  }
  return windows
}

function isHeading(paragraph: string): boolean {
  const line = paragraph.trim()
  return line.length <= headingCharsMax && !line.includes('\n') && !/[.!?:;。！？]["'”’)]*$/.test(line)
}

function endOf(sentences: readonly string[], start: number): number {
  let chars = sentences[start]?.length ?? 0
  let end = start + 1
  while (end < sentences.length && end - start < sentencesPerWindow) {
    chars += sentences[end]?.length ?? 0
    if (chars > windowCharsMax) break
    end += 1
  }
  return end
}

function cutLong(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > windowCharsMax) {
    const space = rest.lastIndexOf(' ', windowCharsMax)
    const end = space > 0 ? space + 1 : windowCharsMax
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest]
}
