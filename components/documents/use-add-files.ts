'use client'
import { showToast } from '#components/ui/overlay/toast.ts'
import { addFiles } from './model/files/add-files.ts'
import { hashFile } from './model/files/hash-file.ts'
import { newId } from '#lib/client/new-id.ts'
import { useDocumentsContext } from './documents-context.ts'

const namedMax = 4

/** Adds files to the next batch, and reports which were rejected and why. */
export function useAddFiles(): (dropped: readonly File[]) => void {
  const { store, fileStore } = useDocumentsContext()
  return dropped => {
    if (dropped.length === 0) return
    const { files, refused, attachedAgain } = addFiles(store.read().files, dropped, { fileStore, newId })
    store.update(state => ({ ...state, files }))
    for (const { id, sha256 } of files) {
      const file = fileStore.get(id)
      if (sha256 !== null || file === null) continue
      void hashFile(file).then(hash =>
        store.update(state => ({
          ...state,
          files: state.files.map(each => (each.id === id ? { ...each, sha256: hash } : each)),
        })),
      )
    }
    if (attachedAgain.length > 0) showToast(`Attached again: ${attachedAgain.join(', ')}`)
    if (refused.length === 0) return
    const named = refused.slice(0, namedMax).map(({ name, reason }) => `${name}: ${reason}`)
    const more = refused.length - namedMax
    showToast(refused.length === 1 ? '1 file not added' : `${refused.length} files not added`, {
      description: [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(' '),
    })
  }
}
