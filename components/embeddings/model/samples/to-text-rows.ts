import type { TextRow } from '#components/embeddings/model/text-row.ts'

/** Rows of texts that are written down by group; lines count through all of them. */
export function toTextRows(textsByGroup: Readonly<Record<string, readonly string[]>>): TextRow[] {
  return Object.entries(textsByGroup)
    .flatMap(([group, texts]) => texts.map(text => ({ text, group })))
    .map((row, index) => ({ ...row, line: index + 1 }))
}
