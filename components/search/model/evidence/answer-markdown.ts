import type { FoundAnswer } from './found-answer.ts'
import { splitCites } from './split-cites.ts'

/** The answer as Markdown, with citations as footnotes that give title and URL. */
export function toAnswerMarkdown(question: string, { content, sources }: FoundAnswer): string {
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

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&')
}
