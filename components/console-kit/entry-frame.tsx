import type { ReactNode } from 'react'
import { Logo } from '#components/shell/logo.tsx'

/** Layout of the signed-out pages: one centered form. */
export function EntryFrame({
  title,
  note,
  children,
}: {
  title: string
  note?: ReactNode
  children: ReactNode
}) {
  return (
    <main id="main" className="grid min-h-dvh place-content-center bg-sunken p-4">
      <div className="w-[min(22rem,calc(100vw-32px))] rounded-lg border border-line bg-card p-6 max-sm:p-4">
        <p className="flex items-center gap-2 text-base font-semibold tracking-tight">
          <Logo />
          Sextant
        </p>
        <h1 className="mt-4 text-base font-semibold">{title}</h1>
        {note && <p className="mt-1 text-muted">{note}</p>}
        <div className="mt-4">{children}</div>
      </div>
    </main>
  )
}
