'use client'
import type { Draft } from '#lib/client/draft.ts'
import { attachExamples } from '#lib/client/documents/attach-examples.ts'
import { applyDraft } from '#lib/client/documents/documents-state.ts'
import { useDocumentsPlace } from './documents-context.ts'

/** Takes over drafts; of our own examples the bytes are at hand. */
export function useDrafts(): (draft: Draft) => void {
  const { store, keeper } = useDocumentsPlace()
  return draft =>
    store.update(state => {
      const next = applyDraft(state, draft)
      return { ...next, files: attachExamples(next.files, keeper) }
    })
}
