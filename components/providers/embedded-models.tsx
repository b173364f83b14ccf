'use client'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDownload } from '#components/playground/use-download.ts'
import { ListState } from '#components/team/list-state.tsx'
import { Button } from '#components/ui/button.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { Table } from '#components/ui/table.tsx'
import { downloadsQuery } from '#lib/client/downloads.ts'
import { formatBytes } from '#lib/client/format.ts'
import { listLocalModels } from '#lib/client/providers/model-settings.ts'
import type { LocalModel } from '#lib/contracts/team/providers.ts'

const kinds = {
  chat: 'chat',
  embeddings: 'embeddings',
  rerank: 'rerank',
  speech: 'speech',
  web: 'answers of searches',
} satisfies Record<LocalModel['type'], string>

/** What runs here, with what it takes and whether it is there. */
export function EmbeddedModels() {
  const { data: downloads } = useQuery(downloadsQuery)
  const ready = downloads?.filter(({ state }) => state === 'ready').length ?? 0
  // Asked again with the end of a download.
  const models = useQuery({ queryKey: ['local-models', ready], queryFn: listLocalModels })
  return (
    <ListState query={models}>
      {list => (
        <Table
          caption="Embedded models"
          rows={list}
          rowKey={model => model.id}
          empty="No models process is running here."
          columns={[
            { id: 'name', label: 'Model', wide: true, cell: model => <Name model={model} /> },
            { id: 'job', label: 'For', cell: model => kinds[model.type] },
            { id: 'size', label: 'Download', align: 'right', cell: model => toSize(model.size_bytes) },
            { id: 'memory', label: 'Memory', align: 'right', cell: model => toSize(model.memory_bytes) },
            { id: 'licence', label: 'Licence', cell: model => model.licence?.name ?? '–' },
            { id: 'state', label: 'State', align: 'right', cell: model => <State model={model} /> },
          ]}
        />
      )}
    </ListState>
  )
}

function Name({ model: { id, title } }: { model: LocalModel }) {
  return (
    <>
      <p className="text-sm font-medium break-words">{title ?? id}</p>
      <code className="text-muted">{id}</code>
    </>
  )
}

function State({ model: { id, size_bytes: sizeBytes, state: listed } }: { model: LocalModel }) {
  const { state, progress, problem, start, cancel } = useDownload(id)
  if (progress) {
    const { doneBytes, totalBytes } = progress
    const text =
      progress.state === 'verifying'
        ? 'checking its sha256'
        : `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        <span className="w-28">
          <Progress label={`Download of ${id}`} value={doneBytes} max={totalBytes} text={text} />
          <span className="text-muted">{text}</span>
        </span>
        <Button onClick={cancel} aria-label={`Cancel the download of ${id}`}>
          Cancel
        </Button>
      </span>
    )
  }
  if (state === 'offered') {
    return (
      <span className="inline-flex flex-col items-end gap-1">
        <Button onClick={start} aria-label={`Download ${id}`}>
          <Download size={16} aria-hidden />
          {problem ? 'Retry' : 'Download'}
        </Button>
        {problem && <span className="max-w-64 text-bad">{problem}</span>}
      </span>
    )
  }
  if (state === 'downloading' || listed === 'downloading') return 'downloading'
  if (listed === 'not_downloaded') return 'not downloaded'
  return sizeBytes === 0 ? 'needs no weights' : <span className="text-ok">ready</span>
}

function toSize(bytes: number | undefined): string {
  return bytes === undefined || bytes === 0 ? '–' : formatBytes(bytes)
}
