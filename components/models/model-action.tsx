'use client'
import { Download, Play } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { useAccount } from '#components/shell/account-context.tsx'
import { Button, buttonStyle } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { isShutDown } from '#components/playground/form/model/shutdown.ts'
import { useDownload } from '#components/playground/use-download.ts'
import { formatBytes } from '#lib/client/format.ts'
import type { CatalogModel } from './model/catalog-model.ts'
import { toPlayground } from './model/model-links.ts'

/** The one next step with a model: try it, download it, or who can make it usable. */
export function ModelAction({
  model,
  mayDownload,
  size,
}: {
  model: CatalogModel
  mayDownload: boolean
  /** Small in a row, normal in the details. */
  size: 'small' | 'normal'
}) {
  const { role } = useAccount()
  const { state: download, problem, start, cancel } = useDownload(model.embedded ? model.id : null)
  const { id } = model
  const detailed = size === 'normal'
  if (model.state === 'not_configured') {
    const provider = model.provider ?? id.split('/')[0]
    if (role !== 'admin' && role !== 'owner') return <Note>{`Ask an admin to add ${provider}`}</Note>
    return (
      <Link
        href={`/team/providers?add=${encodeURIComponent(provider ?? '')}`}
        className={buttonStyle({ size })}
      >
        Add {provider}
      </Link>
    )
  }
  if (download === 'downloading') {
    if (!mayDownload) return <Note>Available after download</Note>
    return (
      <Button size={size} onClick={cancel} aria-label={`Cancel the download of ${id}`}>
        Cancel
      </Button>
    )
  }
  if (download === 'offered') {
    if (!mayDownload) return <Note>Ask an admin to download it</Note>
    return (
      <>
        <Button
          size={size}
          variant={detailed ? 'go' : 'line'}
          onClick={start}
          title={problem ?? undefined}
          className={detailed ? 'flex-1' : ''}
        >
          <Download size={14} aria-hidden />
          {problem ? 'Retry' : 'Download'}{' '}
          <span className="sr-only">{problem ? `download of ${id}` : id}</span>{' '}
          {model.downloadBytes !== null && (
            <span className={classNames('font-normal', !detailed && 'text-muted max-sm:hidden')}>
              {formatBytes(model.downloadBytes)}
            </span>
          )}
        </Button>
        {detailed && problem && <DownloadProblem problem={problem} />}
      </>
    )
  }
  if (role === 'viewer') return <Note>Playgrounds are for members</Note>
  const { label, href } = toPlayground(model)
  // Dates of shutdowns come from lists and can be wrong, so that such a model can still be tried.
  const shutDown = isShutDown(model.retires)
  return (
    <Link
      href={href}
      aria-label={detailed ? undefined : `Try ${id} in ${label}`}
      className={classNames(
        buttonStyle({ size, variant: detailed && !shutDown ? 'go' : 'line' }),
        detailed && 'flex-1',
      )}
    >
      {detailed && !shutDown && <Play size={14} aria-hidden />}
      {detailed ? `Try in ${label}${shutDown ? ' anyway' : ''}` : 'Try'}
    </Link>
  )
}

function DownloadProblem({ problem }: { problem: string }) {
  return (
    <div
      role="alert"
      className="order-last basis-full rounded-lg border border-l-3 border-line-strong border-l-bad-dot px-4 py-3"
    >
      <h3 className="font-semibold">Download failed</h3>
      <p className="wrap-anywhere text-soft">{problem}</p>
      <p className="text-muted">The partial download is kept. Retry resumes it.</p>
    </div>
  )
}

function Note({ children }: { children: string }) {
  return <span className="max-w-40 text-xs whitespace-normal text-muted">{children}</span>
}
