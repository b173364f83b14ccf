import { overlaps } from './best-passages.ts'
import type { ScoredWindow } from './choose-windows.ts'
import { CitationReader } from './citation-reader.ts'
import { contentWords } from './content-words.ts'
import { splitSentences } from './sentences.ts'

const windowsMax = 4
/** A window must say at least this part of its words anew. */
const newShareMin = 0.35
/** What is much worse than the best is about something near it. */
const partOfBest = 0.75

export const notAnswered = 'The sources found do not answer this.'

/**
 * An answer in the sources' own sentences: the best windows that add something new, in the order of the sources, each
 * sentence with its number.
 * @param windows the best first
 */
export function extractAnswer(windows: readonly ScoredWindow[]): string {
  const chosen = chooseNew(windows)
  if (chosen.length === 0) return notAnswered
  return chosen
    .toSorted((one, other) => one.source - other.source || one.start - other.start)
    .map(({ text, source }) => citeSentences(text, source + 1))
    .join('\n\n')
}

function chooseNew(windows: readonly ScoredWindow[]): ScoredWindow[] {
  const best = windows[0]?.score ?? 0
  const chosen: ScoredWindow[] = []
  const said = new Set<string>()
  for (const window of windows) {
    if (chosen.length === windowsMax) break
    if (!window.answers || window.score < best * partOfBest) continue
    if (chosen.some(other => other.source === window.source && overlaps(other, window))) continue
    const words = [...new Set(contentWords(window.text))]
    const fresh = words.filter(word => !said.has(word)).length / Math.max(1, words.length)
    if (fresh < newShareMin) continue
    chosen.push(window)
    for (const word of words) said.add(word)
  }
  return chosen
}

/** `[n]` before the full stop of each sentence; what looks like a citation of the source's own is none of ours. */
function citeSentences(text: string, number: number): string {
  return splitSentences(asWords(text))
    .map(sentence => {
      const [, said = '', end = '', space = ''] = /^(.*?)([.!?…]*["'”’»)]*)(\s*)$/s.exec(sentence) ?? []
      return said.trim() === '' ? sentence : `${said} [${number}]${end}${space}`
    })
    .join('')
}

/** A source's text as Markdown that shows it: its own citations, images and links are none of the answer's. */
function asWords(text: string): string {
  const reader = new CitationReader({ sources: 0, hosts: new Set() })
  const tokens = [...reader.push(text.replace(/\[(\d+)\]/g, '($1)')), ...reader.end()]
  return tokens.map(token => (token.kind === 'cite' ? '' : token.text)).join('')
}
