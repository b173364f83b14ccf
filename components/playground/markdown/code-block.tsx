'use client'
import { Copy } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { ScrollRegion } from '#components/ui/data/scroll-region.tsx'
import { useCodeTokens } from './use-code-tokens.ts'

/** A fenced block with its language and a copy button. Highlighted once it stops growing. */
export function CodeBlock({ language, code }: { language: string; code: string }) {
  const shown = code.replace(/\n$/, '')
  const lines = useCodeTokens(shown, language)
  return (
    <figure className="min-w-0 rounded-md border border-line bg-sunken">
      <figcaption className="flex h-8 items-center justify-between border-b border-line pr-0.5 pl-3 text-xs text-muted">
        {language || 'text'}
        <IconButton label="Copy code" className="size-7" onClick={() => void copy(shown, 'Code')}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </figcaption>
      <ScrollRegion label={`${language || 'text'} code`} className="overflow-x-auto">
        <pre className="p-3 leading-[1.45]">
          <code>
            {lines
              ? lines.map((line, index) => (
                  <span key={index}>
                    {line.map((token, index) => (
                      <span key={index} style={token.style}>
                        {token.text}
                      </span>
                    ))}
                    {index < lines.length - 1 && '\n'}
                  </span>
                ))
              : shown}
          </code>
        </pre>
      </ScrollRegion>
    </figure>
  )
}
