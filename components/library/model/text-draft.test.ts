import { expect, test } from 'vitest'
import { emptyDraft, keepTextDraft, readTextDraft } from './text-draft.ts'

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

test('what is written is there after a reload, until it was added', () => {
  const storage = memory()
  const draft = { ...emptyDraft('harbour'), title: 'Tides', text: 'The moon' }

  keepTextDraft(storage, draft)
  const afterReload = readTextDraft(storage)
  keepTextDraft(storage, null)

  expect(afterReload).toEqual(draft)
  expect(readTextDraft(storage)).toBeNull()
})

test('a tab that keeps nothing, or not so much, loses nothing that is shown', () => {
  expect(() => keepTextDraft(null, emptyDraft(null))).not.toThrow()
  expect(() => keepTextDraft(memory(true), emptyDraft(null))).not.toThrow()
  expect(readTextDraft(null)).toBeNull()
})
