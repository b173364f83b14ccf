import { expect, test } from 'vitest'
import { emptyDraft, saveTextDraft, readTextDraft } from './text-draft.ts'

function memory(refuses = false) {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, value: string) {
      if (refuses) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
  }
}

test('a draft survives a reload until it is added', () => {
  const storage = memory()
  const draft = { ...emptyDraft('harbour'), title: 'Tides', text: 'The moon' }

  saveTextDraft(storage, draft)
  const afterReload = readTextDraft(storage)
  saveTextDraft(storage, null)

  expect(afterReload).toEqual(draft)
  expect(readTextDraft(storage)).toBeNull()
})

test('a full or unavailable storage does not affect the shown draft', () => {
  expect(() => saveTextDraft(null, emptyDraft(null))).not.toThrow()
  expect(() => saveTextDraft(memory(true), emptyDraft(null))).not.toThrow()
  expect(readTextDraft(null)).toBeNull()
})
