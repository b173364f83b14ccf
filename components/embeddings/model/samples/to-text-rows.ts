import type { TextRow } from '#components/embeddings/model/text-row.ts'

/** Text rows from texts by group, with consecutive line numbers. */
export function toTextRows(textsByGroup: Readonly<Record<string, readonly string[]>>): TextRow[] {
  return Object.entries(textsByGroup)
    .flatMap(([group, texts]) => texts.map(text => ({ text, group })))
    .map((row, index) => ({ ...row, line: index + 1 }))
}
