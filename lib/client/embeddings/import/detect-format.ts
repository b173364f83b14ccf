import type { TableFormat } from './text-table.ts'

const byEnding: ReadonlyMap<string, TableFormat> = new Map([
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['tab', 'csv'],
  ['json', 'json'],
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['txt', 'text'],
  ['text', 'text'],
  ['md', 'text'],
])

/** What a file is by its ending, else by how it begins. */
export function detectFormat(name: string, text: string): TableFormat {
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  const known = byEnding.get(ending)
  const start = text.trimStart()
  // Many a file named .json has an object a line.
  if (known === 'json' && /^\{[^\n]*\}[ \t\r]*\n\s*\{/.test(start)) return 'jsonl'
  if (known !== undefined) return known
  if (start.startsWith('[')) return 'json'
  if (start.startsWith('{')) return 'jsonl'
  return 'text'
}
