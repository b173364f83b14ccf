'use client'
import { useContext, useState } from 'react'
import { GoToFieldContext } from '#components/playground/go-to-field-context.ts'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { endedWords } from './ended-words.ts'
import { useMapState } from './map-context.ts'
import { SitemapsDialog } from './sitemaps-dialog.tsx'

/** How much was found, which sitemaps were read, why it ended and what to change for more. */
export function StatusLine() {
  const { run, found } = useMapState()
  const goToField = useContext(GoToFieldContext)
  const [listed, setListed] = useState(false)
  const { site, sitemaps, stopped } = found
  const count = site.links.length
  if (run === null || run.state === 'running') return null
  // The error card says it all.
  if (run.failure !== null && count === 0) return null
  const more = stopped === null ? null : endedWords[stopped].more
  return (
    <div
      role="group"
      aria-label="Outcome"
      className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-t border-line bg-panel px-3 py-1 text-xs text-muted"
    >
      <span className="text-text">
        {formatCount(count)} {count === 1 ? 'link' : 'links'}
      </span>
      <span className={more === null ? '' : 'text-warn'}>{toReason(run.state, stopped)}</span>
      {more !== null && (
        <Button variant="link" className="min-h-6 text-xs" onClick={() => goToField(more.field)}>
          {more.advice}
        </Button>
      )}
      {sitemaps !== null && (
        <Button
          variant="link"
          className="ml-auto min-h-6 text-xs"
          disabled={sitemaps.length === 0}
          onClick={() => setListed(true)}
        >
          {sitemaps.length === 0
            ? 'No sitemap'
            : `${formatCount(sitemaps.length)} ${sitemaps.length === 1 ? 'sitemap' : 'sitemaps'}`}
        </Button>
      )}
      {listed && <SitemapsDialog files={sitemaps ?? []} onClose={() => setListed(false)} />}
    </div>
  )
}

function toReason(state: string, stopped: keyof typeof endedWords | null): string {
  if (state === 'stopped') return 'Stopped: what had come is kept.'
  if (state === 'failed' || state === 'interrupted') return 'The map broke off: what had come is kept.'
  if (stopped === null) return 'Why it ended was not told: set details.'
  return endedWords[stopped].text
}
