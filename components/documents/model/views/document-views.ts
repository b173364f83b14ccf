import type { ExtractMode } from '#components/documents/model/extract-mode.ts'

/** The views of a document; `mode`: the output mode they require. */
export const documentViews = [
  { name: 'text', label: 'Text', mode: 'text' },
  { name: 'markdown', label: 'Markdown', mode: 'markdown' },
  { name: 'pages', label: 'Pages', mode: 'pages' },
  { name: 'chunks', label: 'Chunks', mode: 'embeddings' },
  { name: 'fields', label: 'Fields', mode: null },
  { name: 'compare', label: 'Compare', mode: null },
  { name: 'json', label: 'JSON', mode: null },
] as const satisfies readonly { name: string; label: string; mode: ExtractMode | null }[]

export type ViewName = (typeof documentViews)[number]['name']

/** The view of an output mode. */
export function viewOfMode(mode: ExtractMode): ViewName {
  return documentViews.find(view => view.mode === mode)?.name ?? 'text'
}
