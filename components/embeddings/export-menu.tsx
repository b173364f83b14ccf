'use client'
import { Download } from 'lucide-react'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { showFailure } from '#components/ui/toast.ts'
import type { ExportFormat } from '#lib/client/embeddings/export/export-file.ts'
import { shownLayout } from './state/analyse-column.ts'
import { useViewer, useViewerState } from './viewer-context.ts'

interface Format {
  readonly label: string
  readonly format: ExportFormat
  readonly vectors: boolean
  /** Of the file, without its ending. */
  readonly name: string
}

const formats: readonly Format[] = [
  { label: 'Table with places and clusters (CSV)', format: 'csv', vectors: false, name: 'places' },
  { label: 'Table with vectors (CSV)', format: 'csv', vectors: true, name: 'embeddings' },
  { label: 'Lines with vectors (JSONL)', format: 'jsonl', vectors: true, name: 'embeddings' },
  { label: 'Vectors (NPY)', format: 'npy', vectors: true, name: 'embeddings' },
  {
    label: 'For the TensorFlow projector (2 TSV)',
    format: 'projector',
    vectors: true,
    name: 'embeddings',
  },
]

/** The selection, or all there is, as files: texts, places, clusters, vectors; or the picture. */
export function ExportMenu() {
  const viewer = useViewer()
  const selected = useViewerState(state => state.selection.size)
  const view = useViewerState(state => state.view)
  const save = async ({ format, vectors, name: base }: Format) => {
    const { shown, selection, layout } = viewer.store.read()
    for (const [place, column] of (shown?.columns ?? []).entries()) {
      if (column.pca.state !== 'done') continue
      const files = await viewer.analysis().run('export', {
        set: column.set,
        format,
        vectors,
        only: selection.size > 0 ? [...selection].toSorted((a, b) => a - b) : null,
        layout: shownLayout(column, layout),
        clusters: column.clusters.state === 'done' ? column.clusters.result.assignments : null,
        name: place === 0 ? base : `${base}-${place + 1}`,
      })
      for (const { name, content } of files) download(name, content, content.type)
    }
  }
  const savePicture = () => {
    for (const [place, canvas] of document.querySelectorAll<HTMLCanvasElement>('canvas[data-map]').entries())
      canvas.toBlob(
        blob =>
          blob && download(`embeddings-map${place === 0 ? '' : `-${place + 1}`}.png`, blob, 'image/png'),
      )
  }
  return (
    <Menu
      trigger={
        <Button variant="plain" className="text-xs">
          <Download size={14} aria-hidden />
          <span className="max-sm:sr-only">{selected > 0 ? 'Export selection' : 'Export all'}</span>
        </Button>
      }
      actions={[
        ...formats.map(each => ({
          label: each.label,
          onSelect: () => void save(each).catch((error: unknown) => showFailure('The export failed', error)),
        })),
        { label: 'Picture of the map (PNG)', disabled: view !== 'map', onSelect: savePicture },
      ]}
    />
  )
}
