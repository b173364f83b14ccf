import { cloneElement, type ReactElement } from 'react'

/**
 * Adds to a control what it does and its keys; the control still needs a name of its own. The texts lie on the
 * element, and one layer for the whole page shows them.
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
