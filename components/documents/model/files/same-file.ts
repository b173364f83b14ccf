import type { DocumentFile } from './document-file.ts'

/** An earlier file in the list with the same bytes; without a hash, with the same name and size. */
export function sameFileBefore(files: readonly DocumentFile[], index: number): DocumentFile | null {
  const file = files[index]
  if (file === undefined) return null
  return (
    files.slice(0, index).find(each => {
      if (each.sizeBytes !== file.sizeBytes) return false
      return file.sha256 === null || each.sha256 === null
        ? each.path === file.path
        : each.sha256 === file.sha256
    }) ?? null
  )
}
