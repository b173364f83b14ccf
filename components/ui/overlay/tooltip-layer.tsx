'use client'
import { useEffect, useRef, useState } from 'react'
import { Kbd } from '#components/ui/button/kbd.tsx'

interface Tip {
  text: string
  /** The text is the control's name, which assistive technology has read. */
  isName: boolean
  keys: string | undefined
  /** Center of the control, and the edge for the tooltip. */
  x: number
  y: number
  below: boolean
}

const delayMs = 400
const widthMax = 288

/** Shows the tooltip of the hovered or focused control; Escape hides it. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const hide = () => {
      clearTimeout(timer.current)
      setTip(null)
    }
    const show = (event: Event) => {
      const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
      hide()
      if (!control) return
      // No tooltip for focus by click.
      if (event.type === 'focusin' && !control.matches(':focus-visible')) return
      timer.current = setTimeout(() => setTip(toTip(control)), delayMs)
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    document.addEventListener('pointerover', show)
    document.addEventListener('focusin', show)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', onKey)
    window.addEventListener('scroll', hide, true)
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('pointerover', show)
      document.removeEventListener('focusin', show)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', hide, true)
    }
  }, [])
  if (tip === null) return null
  return (
    <div
      {...(tip.isName ? { 'aria-hidden': true } : { role: 'tooltip' })}
      className={`pop pointer-events-none fixed z-60 flex w-max max-w-72 -translate-x-1/2 items-center gap-2 px-2 py-1 text-xs ${tip.below ? '' : '-translate-y-full'}`}
      style={{ left: tip.x, top: tip.y }}
    >
      {tip.text}
      {tip.keys && <Kbd>{tip.keys}</Kbd>}
    </div>
  )
}

function toTip(control: HTMLElement): Tip | null {
  const text = control.dataset['tip']
  if (!text || !control.isConnected) return null
  const box = control.getBoundingClientRect()
  const half = Math.min(widthMax, text.length * 7 + 40) / 2
  const below = box.top < 40
  return {
    text,
    isName: control.getAttribute('aria-label') === text,
    keys: control.dataset['tipKeys'],
    x: Math.min(innerWidth - half - 4, Math.max(half + 4, box.left + box.width / 2)),
    y: below ? box.bottom + 6 : box.top - 6,
    below,
  }
}
