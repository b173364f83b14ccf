import { toNumber, toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'

/** A file to read, as the page knows it without its bytes. */
export interface DocumentFile {
  readonly id: string
  readonly name: string
  /** Path within the dropped folder; otherwise its name. */
  readonly path: string
  /** Media type reported by the browser; may be empty. */
  readonly type: string
  readonly sizeBytes: number
  /** Hexadecimal; null until known, and when the browser cannot compute it. */
  readonly sha256: string | null
  /** Whether its bytes are available: otherwise it is a name from a link or the history. */
  readonly attached: boolean
}

/** A file as a request names it: for the HTTP tab, links and snippets. */
export interface FileName {
  readonly name: string
  readonly type: string
  readonly size: number
}

export function toFileName({ name, type, sizeBytes }: DocumentFile): FileName {
  return { name, type, size: sizeBytes }
}

/** Reads a file's name from a body; null without one. */
export function readFileName(value: unknown): FileName | null {
  if (!isRecord(value)) return null
  const name = toText(value['name'])
  if (name === null || name === '') return null
  return { name, type: toText(value['type']) ?? '', size: toNumber(value['size']) ?? 0 }
}

/** Parses a file from the history, without its bytes. */
export function readDocumentFile(value: unknown): DocumentFile | null {
  const name = readFileName(isRecord(value) ? { ...value, size: value['sizeBytes'] } : value)
  if (name === null || !isRecord(value)) return null
  return {
    id: toText(value['id']) ?? name.name,
    name: name.name,
    path: toText(value['path']) ?? name.name,
    type: name.type,
    sizeBytes: name.size,
    sha256: toText(value['sha256']),
    attached: false,
  }
}

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
