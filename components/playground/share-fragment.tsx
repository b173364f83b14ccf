'use client'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { type Shareable, toShareLink } from '#lib/client/share-link.ts'
import { copy } from './copy.ts'

/** The link that holds the request itself: nothing is kept anywhere. */
export function ShareFragment({
  shareable,
  copyButton,
}: {
  shareable: Shareable
  copyButton: RefObject<HTMLButtonElement | null>
}) {
  const id = useId()
  const { data: link } = useQuery({
    queryKey: ['share-fragment', id, shareable.request],
    queryFn: () => toShareLink(shareable),
    gcTime: 0,
  })
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="font-semibold">
        With the request in the address
      </h3>
      <p className="text-muted">
        {link?.kind === 'too-large'
          ? `It packs to ${kilobytes(link.length)} KB, and an address holds ${link.lengthMax / 1024} KB. Make a short link instead.`
          : 'No server keeps it and it never ends, so it cannot be withdrawn either.'}
      </p>
      <Button
        ref={copyButton}
        className="self-start"
        disabled={link?.kind !== 'link'}
        focusableWhenDisabled
        onClick={() =>
          link?.kind === 'link' &&
          void copy(`${location.origin}${location.pathname}${link.fragment}`, 'Link to this request')
        }
      >
        <Link2 size={16} aria-hidden />
        Copy link
      </Button>
    </section>
  )
}

function kilobytes(length: number): string {
  return (length / 1024).toFixed(1)
}
