'use client'
import { lazy, type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { ReadingContext } from './reading-context.ts'

const ScrapePanel = lazy(() =>
  import('#components/scrape/scrape-panel.tsx').then(module => ({ default: module.ScrapePanel })),
)

// Below this the panel lies over the map: half of it would show neither.
const besidePixelsMin = 560

/** The map, and beside it the page that is read; where there is no room for both, the page lies over the map. */
export function ReadingPane({ children }: { children: ReactNode }) {
  const reading = useContext(ReadingContext)
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [covers, setCovers] = useState(false)
  const open = reading.url !== null

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) =>
      setCovers((entry?.contentRect.width ?? 0) < besidePixelsMin),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    // What lies under it takes no keys any more.
    if (open && covers) panel.current?.focus({ preventScroll: true })
  }, [open, covers])

  const close = () => {
    reading.open(null)
    // What had the keyboard before is in the map still: the row with the tab stop.
    requestAnimationFrame(() =>
      map.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true }),
    )
  }
  return (
    <div ref={box} className="relative flex h-full">
      <div ref={map} inert={open && covers} className="@container flex min-w-0 flex-1 flex-col">
        {children}
      </div>
      {reading.url !== null && (
        <div
          ref={panel}
          tabIndex={-1}
          className={
            covers
              ? 'absolute inset-0 z-20 bg-surface outline-none'
              : 'w-[min(60%,44rem)] min-w-0 shrink-0 border-l border-line bg-surface outline-none'
          }
        >
          <Suspense fallback={<p className="px-4 py-3 text-muted">Opening the page…</p>}>
            <ScrapePanel url={reading.url} onClose={close} onRun={reading.onRun} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
