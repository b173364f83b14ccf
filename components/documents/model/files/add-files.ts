import { checkFile } from './check-file.ts'
import type { DocumentFile } from './document-file.ts'
import type { FileKeeper } from './file-keeper.ts'
import { filesMax } from './files-max.ts'

/** What became of files that were dropped, pasted or picked. */
export interface AddedFiles {
  readonly files: readonly DocumentFile[]
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
  /** Names whose bytes were missing and are here now. */
  readonly attachedAgain: readonly string[]
}

const byName = new Intl.Collator('en', { numeric: true })

/** Adds files to those that are there, those of a folder by their names; one whose bytes were missing is attached again instead. */
export function addFiles(
  before: readonly DocumentFile[],
  dropped: readonly File[],
  { keeper, newId }: { readonly keeper: FileKeeper; readonly newId: () => string },
): AddedFiles {
  let files = before
  const refused: { name: string; reason: string }[] = []
  const attachedAgain: string[] = []
  for (const file of inOrder(dropped)) {
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

// A file system gives the files of a folder in any order; what a person picked has theirs.
function inOrder(dropped: readonly File[]): readonly File[] {
  if (!dropped.some(file => pathOf(file).includes('/'))) return dropped
  return dropped.toSorted((a, b) => byName.compare(pathOf(a), pathOf(b)))
}

/** Within the folder it was dropped with; the picker of folders and react-dropzone each have their own name for it. */
function pathOf(file: File): string {
  const dropped = 'path' in file && typeof file.path === 'string' ? file.path : ''
  return (file.webkitRelativePath || dropped || file.name).replace(/^\.?\//, '')
}
