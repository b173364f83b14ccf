'use client'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import type { CodeLanguage, CodeLine } from './highlight.ts'

// Highlighting longer text would take noticeably long.
const highlightedLengthMax = 60_000

/** Plain text first, highlighted once the highlighter has loaded. The height stays the same. */
export function HighlightedCode({
  code,
  language,
  label,
  head,
}: {
  code: string
  language: CodeLanguage
  label: string
  /** A bar above the code, with its name and actions. */
  head?: ReactNode
}) {
  // A trailing line break would render as an extra empty line.
  const shown = code.trimEnd()
  const [highlighted, setHighlighted] = useState<{ of: string; lines: readonly CodeLine[] } | null>(null)
  useEffect(() => {
    if (shown.length > highlightedLengthMax) return
    let current = true
    void import('./highlight.ts')
      .then(({ highlight }) => highlight(shown, language))
      .then(lines => current && setHighlighted({ of: shown, lines }))
    return () => {
      current = false
    }
  }, [shown, language])
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-sunken dark:bg-raised">
      {head && (
        <div className="flex min-h-9 items-center border-b border-line pr-1.5 pl-3 text-xs text-muted">
          {head}
        </div>
      )}
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable text must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto px-3 py-2.5 leading-5 -outline-offset-2"
      >
        <pre
          // A shell command has its body on one line.
          className={
            language === 'bash'
              ? 'wrap-anywhere whitespace-pre-wrap'
              : 'max-sm:wrap-anywhere max-sm:whitespace-pre-wrap'
          }
        >
          <code>{highlighted?.of === shown ? highlighted.lines.map(toLine) : shown}</code>
        </pre>
      </section>
    </div>
  )
}

function toLine(line: CodeLine, number: number) {
  return (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
    <span key={number}>
      {line.map((token, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- tokens have no other identity
        <span key={index} style={token.style as CSSProperties}>
          {token.text}
        </span>
      ))}
      {'\n'}
    </span>
  )
}
