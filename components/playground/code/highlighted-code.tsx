'use client'
import { type CSSProperties, useEffect, useState } from 'react'
import type { CodeLanguage, CodeLine } from './highlight.ts'

// Colouring takes longer than reading does.
const colouredLengthMax = 60_000

/** Plain at once, coloured when the highlighter has loaded; the height is the same. */
export function HighlightedCode({
  code,
  language,
  label,
}: {
  code: string
  language: CodeLanguage
  label: string
}) {
  // The line break at the end of a file would stand here as an empty line.
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
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable text must be reachable by keyboard
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
    // oxlint-disable-next-line react/no-array-index-key -- a line is its place
    <span key={number}>
      {line.map((token, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- so is a token
        <span key={index} style={token.style as CSSProperties}>
          {token.text}
        </span>
      ))}
      {'\n'}
    </span>
  )
}
