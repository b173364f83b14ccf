import { type ExportText, toExport } from '#components/playground/export/model/export-text.ts'
import type { FoundAnswer } from './found-answer.ts'

/** The answer as data: question, text, and all of its lists. */
export function toAnswerJson(question: string, found: FoundAnswer): ExportText {
  const { content, sources, images, videos, suggestions } = found
  const answer = { question, content, sources: sources ?? [], images, videos, suggestions }
  return toExport(answer, clean => `${JSON.stringify(clean, null, 2)}\n`)
}
