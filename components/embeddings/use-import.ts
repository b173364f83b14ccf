'use client'
import { useEffect, useState } from 'react'
import { createFileReading } from '#lib/client/embeddings/import/file-reading.ts'
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
  const [reading] = useState(() => createFileReading())
  useEffect(() => reading.cancel, [reading])

  async function open(file: File): Promise<void> {
    const { name } = file
    setNow({ state: 'reading', name, share: 0 })
    const outcome = await reading.read(file, share => setNow({ state: 'reading', name, share }))
    if (outcome === null) return
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
      reading.cancel()
      setNow({ state: 'idle' })
    },
    dismiss: () => setNow({ state: 'idle' }),
  }
}
