import type { DocumentFile } from './document-file.ts'

/** An earlier file in the list with the same bytes; without a hash, with the same name and size. */
export function sameFileBefore(files: readonly DocumentFile[], place: number): DocumentFile | null {
  const file = files[place]
  if (file === undefined) return null
  return (
    files.slice(0, place).find(each => {
      if (each.sizeBytes !== file.sizeBytes) return false
      return file.sha256 === null || each.sha256 === null
        ? each.path === file.path
        : each.sha256 === file.sha256
    }) ?? null
  )
}
