'use client'
import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button.tsx'
import type { Draft } from '#lib/client/draft.ts'

const ShareDialog = lazy(() => import('./share-dialog.tsx').then(module => ({ default: module.ShareDialog })))

/** The ways to hand this request to somebody else. */
export function ShareButton({ draft }: { draft: Draft }) {
  const [sharing, setSharing] = useState(false)
  useCommands([{ id: 'share', label: 'Share this request', section: 'Run', run: () => setSharing(true) }])
  return (
    <>
      <Button variant="plain" onClick={() => setSharing(true)}>
        <Share2 size={16} aria-hidden className="lg:hidden" />
        <span className="max-lg:sr-only">Share</span>
      </Button>
      <Suspense>{sharing && <ShareDialog draft={draft} onClose={() => setSharing(false)} />}</Suspense>
    </>
  )
}
