'use client'
import type { Draft } from '#lib/client/draft.ts'
import { attachExamples } from '#lib/client/documents/attach-examples.ts'
import type { FileKeeper } from '#lib/client/documents/file-keeper.ts'
import { passwordVariable } from '#lib/contracts/form-parts.ts'
import { applyDraft } from '#lib/client/documents/documents-state.ts'
import { useDocumentsPlace } from './documents-context.ts'

/** Takes over drafts; of our own examples the bytes are at hand. */
export function useDrafts(): (draft: Draft) => void {
  const { store, keeper } = useDocumentsPlace()
  return draft =>
    store.update(state => {
      const next = applyDraft(state, keepPassword(draft, keeper))
      return { ...next, files: attachExamples(next.files, keeper) }
    })
}

/** A password that was typed into the JSON stays in this page: the draft, which is kept and shared, names it. */
function keepPassword(draft: Draft, keeper: FileKeeper): Draft {
  const { password } = draft.body
  if (typeof password !== 'string' || password === '' || password === passwordVariable) return draft
  keeper.setPassword(null, password)
  return { ...draft, body: { ...draft.body, password: passwordVariable } }
}
