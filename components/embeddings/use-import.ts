'use client'
import { useRef, useState } from 'react'
import { withSource } from './state/request.ts'
import { rowsOf, sourceOfRows, type TextSource } from './state/text-source.ts'
import { useViewer } from './viewer-context.ts'

export type ImportState =
  | { readonly state: 'idle' }
  | { readonly state: 'reading'; readonly name: string; readonly share: number }
  | { readonly state: 'refused'; readonly name: string; readonly reason: string }

export interface Import {
  readonly now: ImportState
  readonly open: (file: File) => Promise<void>
  readonly cancel: () => void
  readonly dismiss: () => void
}

/** Reads a file of texts; what was there before stays when it cannot be read. */
export function useImport(): Import {
  const { store } = useViewer()
  const [now, setNow] = useState<ImportState>({ state: 'idle' })
  const reading = useRef<AbortController>(null)

  async function open(file: File): Promise<void> {
    const { name } = file
    reading.current?.abort()
    const controller = new AbortController()
    reading.current = controller
    setNow({ state: 'reading', name, share: 0 })
    const { importFile } = await import('#lib/client/embeddings/import/import-file.ts')
    const outcome = await importFile(file, {
      signal: controller.signal,
      onProgress: share => setNow({ state: 'reading', name, share }),
    }).catch((error: unknown) => {
      if (controller.signal.aborted) return null
      throw error
    })
    if (controller.signal.aborted) return
    if (outcome === null) return setNow({ state: 'idle' })
    if (outcome.status === 'refused') {
      const where = outcome.line === null ? '' : `Line ${outcome.line}: `
      return setNow({ state: 'refused', name, reason: `${where}${outcome.reason}` })
    }
    const { table, guess } = outcome
    const fromFile: TextSource = { kind: 'file', name, table, choice: guess }
    // A plain list of lines is as good as typed; columns need to be chosen.
    const source = table.columns.length === 1 ? sourceOfRows(rowsOf(fromFile).rows, name) : fromFile
    store.update(state => ({ ...state, request: withSource(state.request, source) }))
    setNow({ state: 'idle' })
  }

  return {
    now,
    open,
    cancel() {
      reading.current?.abort()
      setNow({ state: 'idle' })
    },
    dismiss: () => setNow({ state: 'idle' }),
  }
}
