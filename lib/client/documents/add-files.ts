import { checkFile } from './check-file.ts'
import type { DocumentFile } from './document-file.ts'
import type { FileKeeper } from './file-keeper.ts'

/** What became of files that were dropped, pasted or picked. */
export interface AddedFiles {
  readonly files: readonly DocumentFile[]
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
  /** Names whose bytes were missing and are here now. */
  readonly attachedAgain: readonly string[]
}

const filesMax = 200

/** Adds files to those that are there; one whose bytes were missing is attached again instead. */
export function addFiles(
  before: readonly DocumentFile[],
  dropped: readonly File[],
  { keeper, newId }: { readonly keeper: FileKeeper; readonly newId: () => string },
): AddedFiles {
  let files = before
  const refused: { name: string; reason: string }[] = []
  const attachedAgain: string[] = []
  for (const file of dropped) {
    const path = pathOf(file)
    const reason = files.length >= filesMax ? `More than ${filesMax} files at once.` : checkFile(file)
    const missing = files.find(
      each => !each.attached && each.name === file.name && each.sizeBytes === file.size,
    )
    if (reason !== null && !missing) {
      refused.push({ name: path, reason })
      continue
    }
    const id = missing?.id ?? newId()
    keeper.set(id, file)
    if (missing) {
      attachedAgain.push(file.name)
      files = files.map(each => (each === missing ? { ...each, attached: true } : each))
      continue
    }
    const { name, type, size: sizeBytes } = file
    files = [...files, { id, name, path, type, sizeBytes, sha256: null, attached: true }]
  }
  return { files, refused, attachedAgain }
}

/** Within the folder it was dropped with; the picker of folders and react-dropzone each have their own name for it. */
function pathOf(file: File): string {
  const dropped = 'path' in file && typeof file.path === 'string' ? file.path : ''
  return (file.webkitRelativePath || dropped || file.name).replace(/^\.?\//, '')
}
