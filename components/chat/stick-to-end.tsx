'use client'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ScrollRegion } from './scroll-region.tsx'

// A pixel or two of rounding must not count as scrolling up.
const slackPx = 24

/** Scrolls along with what is written until the user scrolls up; then offers the way back. */
export function StickToEnd({ children }: { children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sticks = useRef(true)
  const [away, setAway] = useState(false)

  useEffect(() => {
    const element = scroller.current
    if (!element || !content.current) return
    const observer = new ResizeObserver(() => {
      if (sticks.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  const jump = () => {
    const element = scroller.current
    if (!element) return
    sticks.current = true
    setAway(false)
    element.scrollTop = element.scrollHeight
    element.focus()
  }

  return (
    <div className="relative h-full">
      <ScrollRegion
        ref={scroller}
        label="Answers"
        className="scroll h-full -outline-offset-2"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          sticks.current = scrollHeight - scrollTop - clientHeight < slackPx
          setAway(!sticks.current)
        }}
      >
        <div ref={content}>{children}</div>
      </ScrollRegion>
      {away && (
        <Button className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-none" onClick={jump}>
          <ArrowDown size={16} aria-hidden /> Jump to end
        </Button>
      )}
    </div>
  )
}
