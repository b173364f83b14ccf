'use client'
import { Share2 } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.ts'
import type { Draft } from '#lib/client/draft.ts'
import { copy } from './copy.ts'

/** Copies an address that holds the request; it never holds a key, a file or a result. */
export async function shareDraft(draft: Draft): Promise<void> {
  const { toShareLink } = await import('#lib/client/share-link.ts')
  const link = await toShareLink(draft)
  if (link.kind === 'too-large') {
    return showToast('Too large for a link', {
      description: `The request packs to ${(link.length / 1024).toFixed(1)} KB; a link holds ${link.lengthMax / 1024} KB. Images and long texts do not fit.`,
    })
  }
  await copy(`${location.origin}${location.pathname}${link.fragment}`, 'Link to this request')
  if (link.secretsRemoved > 0) showToast(`${link.secretsRemoved} secrets were left out of the link`)
}

export function ShareButton({ draft }: { draft: Draft }) {
  return (
    <Button variant="plain" onClick={() => void shareDraft(draft)}>
      <Share2 size={16} aria-hidden className="lg:hidden" />
      <span className="max-lg:sr-only">Share</span>
    </Button>
  )
}
