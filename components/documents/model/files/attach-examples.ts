import type { DocumentFile } from './document-file.ts'
import { exampleFile } from './example-files.ts'
import type { FileStore } from './file-store.ts'

/** Attaches built-in example files, which need no file picker. */
export function attachExamples(
  files: readonly DocumentFile[],
  fileStore: FileStore,
): readonly DocumentFile[] {
  if (files.every(({ attached }) => attached)) return files
  return files.map(file => {
    const example = file.attached ? null : exampleFile(file.name)
    if (example === null || example.size !== file.sizeBytes) return file
    fileStore.set(file.id, example)
    return { ...file, attached: true }
  })
}
