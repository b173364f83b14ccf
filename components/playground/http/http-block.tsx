'use client'
import { Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { prettyJson } from '#lib/client/pretty-json.ts'
import { copy } from '#components/playground/copy.ts'
import { downloadExport } from '#components/playground/download.ts'
import { toExport } from '#components/playground/export/model/export-text.ts'

// A body may hold 32 MiB of images or vectors: rendering that would freeze the page.
const shownAtFirst = 20_000
const moreAtOnce = 200_000

/** An HTTP message or body, truncated; all of it can be copied or, when long, downloaded. */
export function HttpBlock({
  label,
  pretty = false,
  children,
}: {
  label: string
  /** Formatted as JSON, if it is JSON. */
  pretty?: boolean
  children: string
}) {
  const [shown, setShown] = useState({ of: children, length: shownAtFirst })
  const length = shown.of === children ? shown.length : shownAtFirst
  const text = useMemo(
    () => (pretty ? prettyJson(children, length) : children).slice(0, length),
    [children, pretty, length],
  )
  const cut = pretty ? text.length >= length : children.length > length
  const whole = () => (pretty ? prettyJson(children) : children)
  return (
    <div className="group relative">
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable text must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-96 overflow-auto rounded-md border border-line bg-sunken py-2 pr-10 pl-3 leading-[19px] break-words whitespace-pre-wrap"
      >
        <pre className="break-words whitespace-pre-wrap">{cut ? `${text}…` : text}</pre>
      </section>
      <IconButton
        label={`Copy ${label}`}
        className="absolute top-1 right-1 bg-sunken"
        onClick={() => void copy(whole(), label.charAt(0).toUpperCase() + label.slice(1))}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
      {cut && (
        <p className="flex flex-wrap items-center gap-x-2 pt-1 text-xs text-muted">
          First {length.toLocaleString('en')} of {children.length.toLocaleString('en')} characters.
          <Button
            variant="plain"
            className="h-6"
            onClick={() => setShown({ of: children, length: length + moreAtOnce })}
          >
            {children.length - length <= moreAtOnce ? 'Show all' : 'Show more'}
          </Button>
          <Button
            variant="plain"
            className="h-6"
            onClick={() =>
              downloadExport(
                `${label.replaceAll(' ', '-')}.json`,
                toExport({ body: children }, ({ body }) => body),
                'application/json',
              )
            }
          >
            Download
          </Button>
        </p>
      )}
    </div>
  )
}
