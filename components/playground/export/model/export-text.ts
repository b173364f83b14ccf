import { withoutSecrets } from '#lib/without-secrets.ts'

/** The text of a file without API keys, and how many were left out. */
export interface ExportText {
  readonly text: string
  readonly removed: number
}

/** Removes API keys from plain data before `write` can escape or encode them. */
export function toExport<T>(data: T, write: (clean: T) => string): ExportText {
  const { value, removed } = withoutSecrets(data)
  return { text: write(value), removed }
}
