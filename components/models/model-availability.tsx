'use client'
import { classNames } from '#components/ui/class-names.ts'
import { Progress } from '#components/ui/data/progress.tsx'
import { formatBytes, formatRemaining, formatShare } from '#lib/client/format.ts'
import { useDownload } from '#components/playground/use-download.ts'
import type { CatalogModel } from './model/catalog-model.ts'
import { isShutDown } from '#components/playground/form/model/shutdown.ts'

const stateLabels = {
  ready: 'Ready',
  not_downloaded: 'Not downloaded',
  downloading: 'Downloading',
  not_configured: 'No provider',
} as const

/** The state of a model in a word, or the progress of its download. */
export function ModelAvailability({ model }: { model: CatalogModel }) {
  const { progress, problem } = useDownload(model.embedded ? model.id : null)
  if (progress) {
    const { doneBytes, totalBytes, remainingMs, state } = progress
    const size = `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`
    const text = state === 'verifying' ? 'Verifying SHA-256' : size
    const rest = formatRemaining(remainingMs)
    return (
      <span className="grid w-32 gap-1 text-xs max-sm:w-24">
        <span className="flex gap-1.5 tabular-nums">
          <span className="font-medium">{formatShare(doneBytes / Math.max(1, totalBytes))}</span>
          <span className="truncate text-muted" title={rest ?? undefined}>
            {text}
          </span>
        </span>
        <Progress label={`Download of ${model.id}`} value={doneBytes} max={totalBytes} text={text} />
      </span>
    )
  }
  if (problem) return <Status dot="bg-bad-dot" text="Download failed" className="text-bad" />
  if (isShutDown(model.retires)) return <Status dot="bg-bad-dot" text="Shut down" className="text-bad" />
  const loaded = model.promptTokensPerSecond !== null
  if (model.state === 'ready') return <Status dot="bg-ok-dot" text={loaded ? 'Loaded' : stateLabels.ready} />
  return <Status dot={null} text={stateLabels[model.state]} className="text-muted" />
}

function Status({ dot, text, className }: { dot: string | null; text: string; className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5', className)}>
      <span
        aria-hidden
        className={classNames('size-2 shrink-0 rounded-full', dot ?? 'border border-control')}
      />
      {text}
    </span>
  )
}
