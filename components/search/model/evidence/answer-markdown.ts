import { type ExportText, toExport } from '#components/playground/export/model/export-text.ts'
import type { FoundAnswer } from './found-answer.ts'
import { splitCites } from './split-cites.ts'

type AnswerText = Pick<FoundAnswer, 'content' | 'sources'>

/** The answer as Markdown, with citations as footnotes that give title and URL. */
export function toAnswerMarkdown(question: string, { content, sources }: AnswerText): string {
  const known = sources ?? []
  const parts = splitCites(content, known.length)
  const text = parts.map(part => (part.kind === 'cite' ? `[^${part.number}]` : part.text)).join('')
  const used = new Set(parts.flatMap(part => (part.kind === 'cite' ? part.number : [])))
  const notes = known.flatMap(({ metadata: { title, url } }, index) =>
    used.has(index + 1) ? `[^${index + 1}]: ${escapeMarkdown(title)}${url === '' ? '' : ` <${url}>`}` : [],
  )
  const head = `# ${escapeMarkdown(question.replace(/\s+/g, ' ').trim())}`
  return `${[head, text.trim(), ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n')}\n`
}

/** The same without API keys: escaped as Markdown, they would no longer look like keys. */
export function toAnswerFile(question: string, { content, sources }: AnswerText): ExportText {
  return toExport({ question, found: { content, sources } }, clean =>
    toAnswerMarkdown(clean.question, clean.found),
  )
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&')
}
