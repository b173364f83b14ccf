import { cloneElement, type ReactElement } from 'react'

/**
 * Adds a tooltip with an optional shortcut to a control, which still needs an accessible name. The texts are data
 * attributes, and a single layer shows them for the whole page.
 */
export function Tooltip({
  text,
  keys,
  children,
}: {
  text: string
  keys?: string | undefined
  children: ReactElement<{ 'data-tip'?: string; 'data-tip-keys'?: string | undefined }>
}) {
  return cloneElement(children, { 'data-tip': text, 'data-tip-keys': keys })
}
