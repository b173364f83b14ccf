import { toText } from '#lib/client/json-value.ts'

const modes = ['text', 'markdown', 'pages', 'embeddings'] as const

/** In what shape the API gives what it read. */
export type ExtractMode = (typeof modes)[number]

/** The mode that a request asks for; what is none of them is the API's to refuse. */
export function modeOf(fields: Readonly<Record<string, unknown>>): ExtractMode {
  const asked = toText(fields['extract_mode'])
  return modes.find(mode => mode === asked) ?? 'text'
}
