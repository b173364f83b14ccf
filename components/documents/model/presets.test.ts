import { expect, test } from 'vitest'
import { uploadFormSchema } from '#lib/contracts/api/documents/upload-form.ts'
import { applyPreset, presetFieldsIn, presetOf, presets } from './presets.ts'

test('each preset is valid, and is recognized in the fields that it sets', () => {
  for (const { name, fields } of presets) {
    expect(uploadFormSchema.safeParse(fields).success).toBe(true)
    expect(presetOf({ ...fields, details: 'true' })).toBe(name)
  }
})

test('a preset replaces the fields of another one and leaves the others alone', () => {
  const scan = applyPreset({ details: 'true', language: 'deu', unknown: 'x' }, 'Scan (OCR)')

  expect(applyPreset(scan, 'Text and tables')).toEqual({
    details: 'true',
    language: 'deu',
    unknown: 'x',
    extract_mode: 'markdown',
  })
})

test('no preset is active after one of its fields changed', () => {
  expect(presetOf({ extract_mode: 'embeddings', remove_headers: 'true', chunk_size: '256' })).toBeNull()
  expect(presetFieldsIn({ details: 'true', enable_ocr: 'true' })).toEqual(['enable_ocr true'])
})
