import { overlaps } from './best-passages.ts'
import type { ScoredWindow } from './choose-windows.ts'
import { CitationReader } from './citation-reader.ts'
import { contentWords } from './content-words.ts'
import { differs, type Statement, tellDisagreement } from './disagreement.ts'
import { splitSentences } from './sentences.ts'

const windowsMax = 4
/** Minimum share of new words in a window. */
const newShareMin = 0.35
/** A window that scores far below the best one covers only a related topic. */
const partOfBest = 0.75

export const notAnswered = "The sources don't say."

/**
 * An answer in the sources' own sentences: the best windows that add something new, in the order of the
 * sources, each sentence with its source number. Where none states the fact asked for, it says so before the
 * closest one, for readers to judge.
 * @param windows best first
 */
export function extractAnswer(windows: readonly ScoredWindow[]): string {
  const chosen = chooseNew(windows)
  if (chosen.length === 0) {
    const closest = windows.find(({ relevant }) => relevant)
    if (closest === undefined) return notAnswered
    return `${notAnswered} The closest passage:\n\n${citeSentences(closest.text, closest.source + 1)}`
  }
  return chosen
    .toSorted((one, other) => one.source - other.source || one.start - other.start)
    .map(({ text, source }) => citeSentences(text, source + 1))
    .join('\n\n')
}

/** The same, after the statements that contradict each other. */
export function quoteAnswer(windows: readonly ScoredWindow[], disputed: readonly Statement[]): string {
  if (disputed.length === 0) return extractAnswer(windows)
  const others = windows.filter(window => !disputed.some(({ source }) => source === window.source))
  const rest = chooseNew(others).length === 0 ? [] : [extractAnswer(others)]
  return [tellDisagreement(disputed, citeSentences), ...rest].join('\n\n')
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
    if (fresh < newShareMin && !differs(window.text, alikeTexts(window, chosen))) continue
    chosen.push(window)
    for (const word of words) said.add(word)
  }
  return chosen
}

function alikeTexts({ source }: ScoredWindow, chosen: readonly ScoredWindow[]): string[] {
  return chosen.filter(other => other.source !== source).map(({ text }) => text)
}

/** Puts `[n]` before the period of each sentence; the source's own `[n]` become `(n)`. */
export function citeSentences(text: string, number: number): string {
  return splitSentences(asWords(text))
    .map(sentence => {
      const [, said = '', end = '', space = ''] = /^(.*?)([.!?…]*["'”’»)]*)(\s*)$/s.exec(sentence) ?? []
      return said.trim() === '' ? sentence : `${said} [${number}]${end}${space}`
    })
    .join('')
}

/** A source's text without citations, images and links of its own. */
export function asWords(text: string): string {
  const reader = new CitationReader({ sources: 0, hosts: new Set() })
  const tokens = [...reader.push(text.replace(/\[(\d+)\]/g, '($1)')), ...reader.end()]
  return tokens.map(token => (token.kind === 'cite' ? '' : token.text)).join('')
}
