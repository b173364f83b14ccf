'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { ListState } from '#components/console-kit/list-state.tsx'
import { downloadsQuery } from '#components/playground/form/model/downloads.ts'
import { useDownload } from '#components/playground/use-download.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { Table } from '#components/ui/data/table.tsx'
import { formatBytes } from '#lib/client/format.ts'
import { localModelsQuery } from '#components/playground/form/model/local-models.ts'
import type { LocalModel } from '#lib/contracts/console/providers.ts'

const kinds = {
  chat: 'chat',
  embeddings: 'embeddings',
  rerank: 'rerank',
  speech: 'speech',
  web: 'search answers',
} satisfies Record<LocalModel['type'], string>

/** The embedded models with their size, memory and download state. */
export function EmbeddedModels() {
  const { data: downloads } = useQuery(downloadsQuery)
  const ready = downloads?.filter(({ state }) => state === 'ready').length ?? 0
  // Refetched when a download ends.
  const models = useQuery({ ...localModelsQuery, queryKey: [...localModelsQuery.queryKey, String(ready)] })
  return (
    <ListState query={models}>
      {({ data }) => (
        <Table
          caption="Embedded models"
          rows={data}
          rowKey={model => model.id}
          empty="The models process is not running."
          columns={[
            { id: 'name', label: 'Model', wide: true, cell: model => <EmbeddedModelsName model={model} /> },
            { id: 'job', label: 'Type', cell: model => kinds[model.type] },
            { id: 'size', label: 'Download', align: 'right', cell: model => toSize(model.size_bytes) },
            { id: 'memory', label: 'Memory', align: 'right', cell: model => toSize(model.memory_bytes) },
            { id: 'licence', label: 'License', cell: model => model.licence?.name ?? '–' },
            { id: 'state', label: 'State', align: 'right', cell: model => <State model={model} /> },
          ]}
        />
      )}
    </ListState>
  )
}

function EmbeddedModelsName({ model: { id, title } }: { model: LocalModel }) {
  return (
    <>
      <Link
        href={`/models/${id}` as Route}
        className="text-sm font-medium break-words underline-offset-2 hover:underline"
      >
        {title ?? id}
      </Link>
      <br />
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
        ? 'verifying checksum'
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
        <Button onClick={start} aria-label={`${problem ? 'Retry the download of' : 'Download'} ${id}`}>
          <Download size={16} aria-hidden />
          {problem ? 'Retry' : 'Download'}
        </Button>
        {problem && <span className="max-w-64 text-bad">{problem}</span>}
      </span>
    )
  }
  if (state === 'downloading' || listed === 'downloading') return 'downloading'
  if (listed === 'not_downloaded') return 'not downloaded'
  return sizeBytes === 0 ? 'no download needed' : <span className="text-ok">ready</span>
}

function toSize(bytes: number | undefined): string {
  return bytes === undefined || bytes === 0 ? '–' : formatBytes(bytes)
}
