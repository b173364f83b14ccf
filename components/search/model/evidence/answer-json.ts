import type { FoundAnswer } from './found-answer.ts'

/** The answer as data: question, text, and all of its lists. */
export function toAnswerJson(question: string, found: FoundAnswer): string {
  const { content, sources, images, videos, suggestions } = found
  const answer = { question, content, sources: sources ?? [], images, videos, suggestions }
  return `${JSON.stringify(answer, null, 2)}\n`
}
