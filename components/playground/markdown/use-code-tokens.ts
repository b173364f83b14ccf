'use client'
import { useEffect, useState } from 'react'

/** Tokens of a line with their inline style. */
export type CodeLine = readonly { readonly text: string; readonly style: Readonly<Record<string, string>> }[]

interface Coloured {
  readonly code: string
  readonly language: string
  readonly lines: readonly CodeLine[]
}

// A block that is still streaming changes more often than this.
const settledMs = 120

/** The tokens of a block; null until the highlighter, which loads with the first fence, has processed it. */
export function useCodeTokens(code: string, language: string): readonly CodeLine[] | null {
  const [coloured, setColoured] = useState<Coloured | null>(null)
  useEffect(() => {
    if (code === '' || language === '') return
    let wanted = true
    const timer = setTimeout(() => {
      void import('./highlight-code.ts')
        .then(({ highlightCode }) => highlightCode(code, language, () => wanted))
        .then(lines => {
          if (wanted && lines) setColoured({ code, language, lines })
        })
    }, settledMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [code, language])
  return coloured?.code === code && coloured.language === language ? coloured.lines : null
}
