'use client'
import { Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
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
  inCard = false,
  children,
}: {
  label: string
  /** Formatted as JSON, if it is JSON. */
  pretty?: boolean
  /** Without a frame of its own. */
  inCard?: boolean
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
    <div
      className={classNames(
        'relative min-w-0',
        !inCard && 'overflow-hidden rounded-lg border border-line bg-sunken dark:bg-raised',
      )}
    >
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable text must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-96 overflow-auto py-2 pr-10 pl-3 leading-[19px] -outline-offset-2"
      >
        <pre className="wrap-anywhere whitespace-pre-wrap">{cut ? `${text}…` : text}</pre>
      </section>
      <IconButton
        label={`Copy ${label}`}
        className="absolute top-1 right-1 size-7 coarse:size-9"
        onClick={() => void copy(whole(), label.charAt(0).toUpperCase() + label.slice(1))}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
      {cut && (
        <p className="flex flex-wrap items-center gap-x-2 border-t border-line px-3 py-1 text-xs text-muted">
          First {length.toLocaleString('en')} of {children.length.toLocaleString('en')} characters.
          <Button
            variant="plain"
            size="small"
            onClick={() => setShown({ of: children, length: length + moreAtOnce })}
          >
            {children.length - length <= moreAtOnce ? 'Show all' : 'Show more'}
          </Button>
          <Button
            variant="plain"
            size="small"
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
