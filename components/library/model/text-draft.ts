import { toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'

/** Form state of a text. */
export interface TextDraft {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly collection: string
}

const storageKey = 'sextant-library-text'

export function emptyDraft(collection: string | null): TextDraft {
  return { title: '', text: '', url: '', collection: collection ?? '' }
}

/** The saved draft of this tab; null if there is none. */
export function readTextDraft(storage: Pick<Storage, 'getItem'> | null): TextDraft | null {
  const kept = readJson(storage?.getItem(storageKey) ?? '')
  if (kept === undefined) return null
  const fields = toObject(kept)
  const field = (name: keyof TextDraft) => toText(fields[name]) ?? ''
  return { title: field('title'), text: field('text'), url: field('url'), collection: field('collection') }
}

/** Saves the draft; null deletes it. A draft that exceeds the storage quota is lost on reload. */
export function saveTextDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'> | null,
  draft: TextDraft | null,
): void {
  storage?.removeItem(storageKey)
  if (draft === null) return
  try {
    storage?.setItem(storageKey, JSON.stringify(draft))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
