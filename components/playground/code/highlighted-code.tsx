'use client'
import { type CSSProperties, useEffect, useState } from 'react'
import type { CodeLanguage, CodeLine } from './highlight.ts'

// Highlighting longer text would take noticeably long.
const colouredLengthMax = 60_000

/** Plain text first, highlighted once the highlighter has loaded. The height stays the same. */
export function HighlightedCode({
  code,
  language,
  label,
}: {
  code: string
  language: CodeLanguage
  label: string
}) {
  // A trailing line break would render as an extra empty line.
  const shown = code.trimEnd()
  const [coloured, setColoured] = useState<{ of: string; lines: readonly CodeLine[] } | null>(null)
  useEffect(() => {
    if (shown.length > colouredLengthMax) return
    let current = true
    void import('./highlight.ts')
      .then(({ highlight }) => highlight(shown, language))
      .then(lines => current && setColoured({ of: shown, lines }))
    return () => {
      current = false
    }
  }, [shown, language])
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable text must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2.5 leading-[19px]"
    >
      <pre>
        <code>{coloured?.of === shown ? coloured.lines.map(toLine) : shown}</code>
      </pre>
    </section>
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
