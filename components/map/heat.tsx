import type { ReactNode } from 'react'

/** A figure on a ground that is the warmer the higher it is; the figure says the same without colour. */
export function Heat({
  value,
  tip,
  children,
}: {
  /** 0 to 1; null where nothing is known. */
  value: number | null
  tip?: string | undefined
  children: ReactNode
}) {
  const share = value === null ? 0 : Math.round(Math.min(Math.max(value, 0), 1) * 34)
  return (
    <span
      data-tip={tip}
      className="inline-block rounded-sm px-1"
      style={{ background: `color-mix(in oklab, var(--accent) ${share}%, transparent)` }}
    >
      {children}
    </span>
  )
}
