'use client'
import { X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import type { Run } from '#lib/client/run.ts'
import type { OpenReplay } from '#components/playground/http/use-open-request.ts'

const ReplayDiff = lazy(() => import('./replay-diff.tsx').then(module => ({ default: module.ReplayDiff })))

/** Shows that a logged request is being replayed and, after a run, opens the differences. */
export function ReplayBar({
  replay: { earlier, formerRun },
  run,
  onForget,
}: {
  replay: OpenReplay
  run: Run | null
  onForget: () => void
}) {
  const [open, setOpen] = useState(false)
  const id = earlier.response?.headers['x-request-id'] ?? earlier.id
  const now = run !== null && run.state !== 'running' && run.id !== formerRun ? run : null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-sunken py-1 pr-1 pl-5 text-xs max-sm:pl-3">
      <span className="min-w-0 flex-1 text-muted">
        Replay of <span className="font-mono break-all">{id}</span>
        {now === null && ': run it to see the differences.'}
      </span>
      {now !== null && <Button onClick={() => setOpen(true)}>Compare runs</Button>}
      <IconButton label="End replay" onClick={onForget}>
        <X size={16} aria-hidden />
      </IconButton>
      <Suspense>
        {open && now !== null && <ReplayDiff earlier={earlier} now={now} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
