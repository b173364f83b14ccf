import { splitCites } from './split-cites.ts'

/** A sentence of an answer. */
export interface AnswerSentence {
  /** Without its citations. */
  readonly text: string
  /** Offsets into the paragraph, in UTF-16 units, including citations. */
  readonly start: number
  readonly end: number
  /** Numbers of the cited sources, from 1, each once. */
  readonly cites: readonly number[]
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The sentences of a paragraph. Citations after the period belong to the sentence before them. */
export function splitSentences(paragraph: string, sourceCount: number): readonly AnswerSentence[] {
  const sentences: AnswerSentence[] = []
  for (const { segment, index } of segmenter.segment(paragraph)) {
    const parts = splitCites(segment, sourceCount)
    const leading: number[] = []
    let length = 0
    for (const part of parts) {
      const isCite = part.kind === 'cite'
      if (!isCite && part.text.trim() !== '') break
      if (isCite) leading.push(part.number)
      length += part.text.length
    }
    const last = sentences.at(-1)
    if (last !== undefined && leading.length > 0) {
      const end = index + length
      sentences[sentences.length - 1] = { ...last, end, cites: [...new Set([...last.cites, ...leading])] }
    }
    const skipped = last !== undefined && leading.length > 0 ? length : 0
    const rest = splitCites(segment.slice(skipped), sourceCount)
    const text = rest.map(part => (part.kind === 'text' ? part.text : '')).join('')
    if (text.trim() === '') continue
    const cites = rest.flatMap(part => (part.kind === 'cite' ? part.number : []))
    sentences.push({
      text: text
        .replace(/\s+/g, ' ')
        .replace(/\s+([.,;:!?])/g, '$1')
        .trim(),
      start: index + skipped,
      end: index + segment.length,
      cites: [...new Set(cites)],
    })
  }
  return sentences
}
