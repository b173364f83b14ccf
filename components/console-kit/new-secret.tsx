'use client'
import { Copy } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { Button } from '#components/ui/button/button.tsx'

/** A secret that is shown only once, with a copy button. */
export function NewSecret({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex items-start gap-2">
      <pre
        aria-label={what}
        className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-2 py-1.5 break-all whitespace-pre-wrap select-all"
      >
        {text}
      </pre>
      <Button onClick={() => void copy(text, what)}>
        <Copy size={16} aria-hidden />
        Copy
      </Button>
    </div>
  )
}
