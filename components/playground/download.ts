import { formatCountOf } from '#lib/client/format.ts'
import { showToast } from '#components/ui/overlay/toast.ts'
import type { ExportText } from './export/model/export-text.ts'

/** Downloads text or bytes as a file without leaving the page. */
export function download(name: string, content: BlobPart, type = 'text/plain;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Downloads what a user typed, or an answer to it, and reports keys that the file does not contain. */
export function downloadExport(name: string, { text, removed }: ExportText, type: string): void {
  download(name, text, type)
  reportRemoved(removed)
}

/** A toast, unless nothing was left out. */
export function reportRemoved(keys: number): void {
  if (keys > 0) showToast(`Left out: ${formatCountOf(keys, 'key')}`)
}
