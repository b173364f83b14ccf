import type { Draft } from '#components/playground/form/model/draft.ts'

/** Presets for the most common uses. */
export const presets = [
  { name: 'Text', fields: {} },
  { name: 'Scanned', fields: { enable_ocr: 'true', page_based: 'true' } },
  {
    name: 'For embeddings',
    fields: { extract_mode: 'embeddings', remove_headers: 'true', chunk_size: '512', chunk_overlap: '64' },
  },
] as const satisfies readonly { name: string; fields: Draft['body'] }[]

const decided = [
  'extract_mode',
  'page_based',
  'remove_headers',
  'enable_ocr',
  'images_only',
  'include_image_data',
  'chunk_size',
  'chunk_overlap',
]

/** Sets the fields of the preset; details, language, charset and unknown fields stay. */
export function applyPreset(fields: Draft['body'], name: string): Draft['body'] {
  const preset = presets.find(each => each.name === name)
  return preset === undefined ? fields : { ...preset.fields, ...undecided(fields) }
}

/** The active preset; null: none. */
export function presetOf(fields: Draft['body']): string | null {
  const set = Object.entries(fields).filter(([name]) => decided.includes(name))
  const found = presets.find(preset => {
    const wanted: Draft['body'] = preset.fields
    return Object.keys(wanted).length === set.length && set.every(([field, value]) => wanted[field] === value)
  })
  return found?.name ?? null
}

function undecided(fields: Draft['body']): Draft['body'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !decided.includes(name)))
}
