import { checkFile } from './check-file.ts'
import type { DocumentFile } from './document-file.ts'
import type { FileStore } from './file-store.ts'
import { filesMax } from './files-max.ts'

/** Result of adding dropped, pasted or selected files. */
export interface AddedFiles {
  readonly files: readonly DocumentFile[]
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
  /** Names of files whose missing bytes were attached. */
  readonly attachedAgain: readonly string[]
}

const byName = new Intl.Collator('en', { numeric: true })

/**
 * Adds files to the current ones, those of a folder sorted by name; a file with missing bytes is attached
 * again instead.
 */
export function addFiles(
  before: readonly DocumentFile[],
  dropped: readonly File[],
  { fileStore, newId }: { readonly fileStore: FileStore; readonly newId: () => string },
): AddedFiles {
  let files = before
  const refused: { name: string; reason: string }[] = []
  const attachedAgain: string[] = []
  for (const file of inOrder(dropped)) {
    const path = pathOf(file)
    const reason =
      files.length >= filesMax ? `More than ${filesMax} files at once. Remove some.` : checkFile(file)
    const missing = files.find(
      each => !each.attached && each.name === file.name && each.sizeBytes === file.size,
    )
    if (reason !== null && !missing) {
      refused.push({ name: path, reason })
      continue
    }
    const id = missing?.id ?? newId()
    fileStore.set(id, file)
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

// A file system lists the files of a folder in any order; selected files keep the user's order.
function inOrder(dropped: readonly File[]): readonly File[] {
  if (!dropped.some(file => pathOf(file).includes('/'))) return dropped
  return dropped.toSorted((a, b) => byName.compare(pathOf(a), pathOf(b)))
}

/** Path within the dropped folder; the folder picker and react-dropzone use different properties. */
function pathOf(file: File): string {
  const dropped = 'path' in file && typeof file.path === 'string' ? file.path : ''
  return (file.webkitRelativePath || dropped || file.name).replace(/^\.?\//, '')
}
