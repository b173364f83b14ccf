'use client'
import { Copy } from 'lucide-react'
import { HighlightedCode } from '#components/playground/code/highlighted-code.tsx'
import { copy } from '#components/playground/copy.ts'
import { Button } from '#components/ui/button/button.tsx'
import type { CodeLines } from './clients.ts'

/** Lines to copy, with the file or program that they belong to. */
export function CodeBlock({ lines: { place, language, code }, label }: { lines: CodeLines; label: string }) {
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
