import { toText } from '#lib/client/json-value.ts'

const modes = ['text', 'markdown', 'pages', 'embeddings'] as const

/** Output mode of the API. */
export type ExtractMode = (typeof modes)[number]

/** The mode of a request; the API reports an invalid one. */
export function modeOf(fields: Readonly<Record<string, unknown>>): ExtractMode {
  const asked = toText(fields['extract_mode'])
  return modes.find(mode => mode === asked) ?? 'text'
}
