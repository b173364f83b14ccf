'use client'
import { Copy } from 'lucide-react'
import { HighlightedCode } from '#components/playground/code/highlighted-code.tsx'
import { copy } from '#components/playground/copy.ts'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import type { ConnectBlock, ConnectField } from '#lib/snippets/connect/connect-client.ts'

/** Code, fields or text of a client. */
export function Block({ block, label }: { block: ConnectBlock; label: string }) {
  switch (block.kind) {
    case 'code':
      return <CodeBlock place={block.place} language={block.language} code={block.code} label={label} />
    case 'fields':
      return <FieldsBlock place={block.place} fields={block.fields} />
    case 'text':
      return <p className="text-soft">{block.text}</p>
  }
}

/** Lines to copy, with the file or program that they belong to. */
export function CodeBlock({
  place,
  language,
  code,
  label,
}: Pick<Extract<ConnectBlock, { kind: 'code' }>, 'place' | 'language' | 'code'> & { label: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-xs text-muted">{place}</span>
        <Button
          variant="plain"
          size="small"
          aria-label={`Copy ${label}`}
          onClick={() => void copy(code, label)}
        >
          <Copy size={14} aria-hidden />
          Copy
        </Button>
      </div>
      <HighlightedCode code={code} language={language} label={label} />
    </div>
  )
}

function FieldsBlock({ place, fields }: { place: string; fields: readonly ConnectField[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-xs text-muted">{place}</p>
      <dl className="divide-y divide-line rounded-lg border border-line bg-sunken dark:bg-raised">
        {fields.map(({ label, value }) => (
          <div
            key={label}
            className="flex items-center gap-3 py-1 pr-1.5 pl-3 max-sm:flex-wrap max-sm:gap-y-0"
          >
            <dt className="w-52 shrink-0 text-soft max-sm:w-full">{label}</dt>
            <dd className="flex min-w-0 flex-1 items-center gap-2">
              <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{value}</span>
              <IconButton label={`Copy ${label}`} onClick={() => void copy(value, label)}>
                <Copy size={14} aria-hidden />
              </IconButton>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
