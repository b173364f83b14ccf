'use client'

import { FileText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AttachedFile } from '#components/chat/model/attached-files.ts'
import { estimateTokens } from '#components/chat/model/draft/estimate-message.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { Summary } from '#components/ui/data/summary.tsx'

/** A file whose text is part of a message: its name, its size in tokens, and its text on request. */
export function FileCard({ file, onRemove }: { file: AttachedFile; onRemove?: () => void }) {
  const { name, text } = file
  return (
    <FileRow
      name={name}
      state={`≈ ${formatCount(estimateTokens(text))} tokens`}
      {...(onRemove && { onRemove, removal: `Remove ${name}` })}
    >
      <details className="basis-full">
        <Summary className="text-accent-text hover:underline">Text</Summary>
        <p className="scroll mt-1 max-h-64 overflow-auto rounded-md bg-sunken p-2 break-words whitespace-pre-wrap">
          {text}
        </p>
      </details>
    </FileRow>
  )
}

/** One file: its name and state, then its actions. */
export function FileRow({
  name,
  state,
  failed = false,
  actions,
  removal,
  onRemove,
  children,
}: {
  name: string
  state: ReactNode
  failed?: boolean
  actions?: ReactNode
  /** Label of the button at the end. */
  removal?: string
  onRemove?: () => void
  children?: ReactNode
}) {
  return (
    <div className="flex max-w-full min-w-0 flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-card px-2.5 py-1.5 text-xs text-muted">
      <FileText size={16} aria-hidden className={failed ? 'text-bad' : 'text-accent-text'} />
      <span className="min-w-0 truncate font-medium text-text">{name}</span>
      {!failed && <span className="shrink-0 tabular-nums">{state}</span>}
      <span className="ml-auto flex items-center gap-1">
        {actions}
        {onRemove && removal !== undefined && (
          <IconButton label={removal} className="size-7" onClick={onRemove}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </span>
      {failed && <span className="basis-full text-bad">{state}</span>}
      {children}
    </div>
  )
}
