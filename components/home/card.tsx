import type { ReactNode } from 'react'

/** A titled card of Home. */
export function Card({
  title,
  note,
  children,
}: {
  title: string
  /** At the right of the title: a link or a figure. */
  note?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-card">
      <header className="flex min-h-11 items-center gap-2 border-b border-line px-4">
        <h3 className="font-semibold">{title}</h3>
        <span className="flex-1" />
        {note}
      </header>
      {children}
    </section>
  )
}
