import { type ReactNode, useId } from 'react'

/** A part of the page with its heading, what it is about, and the one thing to do there. */
export function PageSection({
  title,
  about,
  act,
  children,
}: {
  title: string
  about: string
  act?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-48 flex-1">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          <p className="text-xs text-muted">{about}</p>
        </div>
        {act}
      </header>
      {children}
    </section>
  )
}
