import { type ReactNode, useId } from 'react'

/** A section of a team page: heading, description and actions. */
export function Section({
  title,
  about,
  actions,
  children,
}: {
  title: string
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex max-w-prose flex-col gap-1">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {about && <p className="text-muted">{about}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
