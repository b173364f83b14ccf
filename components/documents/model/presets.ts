import type { Draft } from '#components/playground/form/model/draft.ts'

export interface Preset {
  readonly name: string
  /** One line about when to use it. */
  readonly help: string
  readonly fields: Draft['body']
}

/** Presets for the most common uses. */
export const presets: readonly Preset[] = [
  {
    name: 'Fast text',
    help: 'Text in reading order.',
    fields: {},
  },
  {
    name: 'Text and tables',
    help: 'Markdown with headings, lists and tables.',
    fields: { extract_mode: 'markdown' },
  },
  {
    name: 'Scan (OCR)',
    help: 'Pictures and scanned pages, page by page. Slower.',
    fields: { enable_ocr: 'true', page_based: 'true' },
  },
  {
    name: 'Chunks for search',
    help: 'Overlapping chunks for embeddings, without repeated headers.',
    fields: { extract_mode: 'embeddings', remove_headers: 'true', chunk_size: '512', chunk_overlap: '64' },
  },
]

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
  const set = decidedIn(fields)
  const found = presets.find(
    preset =>
      Object.keys(preset.fields).length === set.length &&
      set.every(([field, value]) => preset.fields[field] === value),
  )
  return found?.name ?? null
}

/** The set fields that presets decide, as `name value`. */
export function presetFieldsIn(fields: Draft['body']): readonly string[] {
  return decidedIn(fields).map(([name, value]) => `${name} ${String(value)}`)
}

function decidedIn(fields: Draft['body']) {
  return Object.entries(fields).filter(([name]) => decided.includes(name))
}

function undecided(fields: Draft['body']): Draft['body'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !decided.includes(name)))
}
