'use client'
import { type DragEvent, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { SecondModel } from './second-model.tsx'
import { SourceCard } from './source-card.tsx'
import { TextsActions } from './texts-actions.tsx'
import { TextsField } from './texts-field.tsx'
import { useImport } from './use-import.ts'
import { useViewerState } from './viewer-context.ts'

/** The texts: typed, pasted, from a file, or a sample set. A file may be dropped anywhere on it. */
export function EmbeddingsEditor() {
  const source = useViewerState(state => state.request.source)
  const importing = useImport()
  const [over, setOver] = useState(false)
  const drag = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      const [file] = event.dataTransfer.files
      setOver(false)
      if (file === undefined) return
      event.preventDefault()
      void importing.open(file)
    },
  }
  return (
    <>
      <div
        {...drag}
        data-field="input"
        className={classNames(
          '-m-1 flex flex-col gap-2 rounded-md border border-dashed p-1',
          over ? 'border-accent bg-sunken' : 'border-transparent',
        )}
      >
        {source.kind === 'typed' ? <TextsField source={source} /> : <SourceCard source={source} />}
        <TextsActions importing={importing} />
      </div>
      <SecondModel />
    </>
  )
}
