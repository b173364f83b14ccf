'use client'
import 'katex/dist/katex.min.css'
import katex from 'katex'
import type { Formula } from './mark-math.ts'

/** A typeset formula, with MathML for screen readers. A formula with a mistake stays as it was written. */
export function FormulaView({ tex, display }: Formula) {
  const typeset = (element: HTMLElement | null) => {
    if (element)
      katex.render(tex, element, {
        displayMode: display,
        throwOnError: false,
        errorColor: 'inherit',
        strict: 'ignore',
        trust: false,
        maxSize: 20,
      })
  }
  if (!display) return <span ref={typeset} />
  return (
    // A group, and focusable so that the keyboard can scroll it; a paragraph cannot contain the element of a block.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- see above
    <span
      role="group"
      tabIndex={0}
      aria-label="Formula"
      className="block overflow-x-auto overflow-y-hidden py-1"
    >
      <span ref={typeset} />
    </span>
  )
}
