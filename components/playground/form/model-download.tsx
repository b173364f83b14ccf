'use client'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { formatBytes, formatRemaining } from '#lib/client/format.ts'
import { localModelsQuery } from './model/local-models.ts'
import { useDownload } from '#components/playground/use-download.ts'

/**
 * Download of a local model: offer, progress with cancel, failure with retry. Renders nothing once
 * downloaded.
 * @param props.offer why to download it, where the chosen model is another one
 */
export function ModelDownload({ model, offer }: { model: string | null; offer?: string | undefined }) {
  const { state, progress, problem, start, cancel } = useDownload(model)
  const { data: locals } = useQuery({ ...localModelsQuery, enabled: state === 'offered' })
  if (model === null || state === 'none') return null
  if (state === 'downloading' && progress) {
    const { doneBytes, totalBytes, bytesPerSecond, remainingMs } = progress
    const labels = {
      waiting: 'Downloading in another process',
      verifying: 'Verifying SHA-256',
    }
    const text =
      progress.state === 'waiting' || progress.state === 'verifying'
        ? labels[progress.state]
        : [
            `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`,
            bytesPerSecond > 0 && `${formatBytes(bytesPerSecond)}/s`,
            formatRemaining(remainingMs),
          ]
            .filter(Boolean)
            .join(' · ')
    return (
      <Card title={`Downloading ${model}`} action={<Button onClick={cancel}>Cancel</Button>}>
        <Progress label={`Download of ${model}`} value={doneBytes} max={totalBytes} text={text} />
        <p className="mt-1.5 text-xs text-muted">{text}</p>
      </Card>
    )
  }
  if (state === 'downloading')
    return <Card title={`Downloading ${model}`} action={<Button onClick={cancel}>Cancel</Button>} />
  if (locals?.may_download === false) {
    return (
      <Card title={`${model} is not downloaded`}>
        <p className="text-xs text-muted">Ask an admin to download it, or choose another model.</p>
      </Card>
    )
  }
  return (
    <Card
      title={problem ? `Download of ${model} failed` : (offer ?? `${model} is not downloaded`)}
      action={
        <Button variant="go" onClick={start}>
          <Download size={16} aria-hidden />
          {problem ? 'Retry' : 'Download'}
        </Button>
      }
    >
      <p className="text-xs text-muted">
        {problem
          ? 'Retry resumes the download where it stopped.'
          : 'Runs on this machine. A canceled download resumes where it stopped.'}
      </p>
      {problem && (
        <details className="mt-1 text-xs">
          <summary className="cursor-pointer text-bad">What went wrong</summary>
          <p className="mt-1 wrap-anywhere text-bad">{problem}</p>
        </details>
      )}
    </Card>
  )
}

function Card({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-card px-3 py-2.5"
    >
      <div className="min-w-52 flex-1">
        <h2 className="mb-1 font-medium wrap-anywhere">{title}</h2>
        {children}
      </div>
      {action}
    </section>
  )
}
