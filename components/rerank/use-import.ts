'use client'
import { useEffect, useState, type DragEvent } from 'react'
import { createFileReading } from '#components/playground/import/model/file-reading.ts'
import type { ColumnChoice, TextTable } from '#components/playground/import/model/text-table.ts'

/** Progress of a file import. */
export type ImportStep =
  | { readonly status: 'reading'; readonly name: string }
  | {
      readonly status: 'choosing'
      readonly name: string
      readonly table: TextTable
      readonly guess: ColumnChoice
    }
  | {
      readonly status: 'refused'
      readonly name: string
      readonly line: number | null
      readonly reason: string
    }

export interface Importing {
  readonly step: ImportStep | null
  readonly read: (file: File) => void
  readonly close: () => void
  /** A file is dragged over the drop zone. */
  readonly over: boolean
  readonly dropZone: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: () => void
    readonly onDrop: (event: DragEvent) => void
  }
}

/** Reads a selected or dropped file; its content becomes documents only after another click. */
export function useImport(): Importing {
  const [step, setStep] = useState<ImportStep | null>(null)
  const [over, setOver] = useState(false)
  const [reading] = useState(() => createFileReading())
  useEffect(() => reading.cancel, [reading])

  async function read(file: File): Promise<void> {
    const { name } = file
    setStep({ status: 'reading', name })
    const outcome = await reading.read(file)
    if (outcome === null) return
    setStep(
      outcome.status === 'read'
        ? { status: 'choosing', name, table: outcome.table, guess: outcome.guess }
        : { status: 'refused', name, line: outcome.line, reason: outcome.reason },
    )
  }
  return {
    step,
    read: file => void read(file),
    close() {
      reading.cancel()
      setStep(null)
    },
    over,
    dropZone: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event) {
        const [file] = event.dataTransfer.files
        setOver(false)
        if (file === undefined) return
        event.preventDefault()
        void read(file)
      },
    },
  }
}
